"""Given names: their short and foreign forms, and those that are no misspellings of each other."""

from __future__ import annotations

_NICKNAME_SETS = """
    abigail abby gail
    abraham abe abram
    albert al bert
    alexander alex alec sandy xander sasha aleksandr alexandre alejandro
    alexandra alex sandra sasha lexi
    alfred al fred alf
    alan allan allen al
    amanda mandy
    andrew andy drew andre andrei
    angela angie
    anthony tony antony anton antonio
    arthur art artie
    barbara barb babs
    benjamin ben benny benji
    bernard bernie
    bernadette bernie
    bradley brad
    calvin cal
    catherine cathy kate katie kathy kitty katherine kathryn cathie
    charles charlie chuck chas carl carlos
    christine chris tina christina christy
    christopher chris kit topher
    clifford cliff
    constance connie
    cynthia cindy
    daniel dan danny
    david dave davey davy
    deborah debbie deb debra
    dennis denny
    dianne diane di diana
    donald don donnie donny
    dorothy dot dottie
    douglas doug
    edmund ed eddie
    edward ed eddie ted teddy ned eduardo
    edwin ed eddie win
    eleanor ellie nell nora
    elijah eli
    elizabeth liz beth betty betsy eliza lizzie libby lisa elisabeth
    emily em emmy
    emmanuel manny manuel
    ernest ernie
    eugene gene
    florence flo
    frances fran frankie
    francis frank fran francisco francois
    franklin frank
    frederick fred freddie freddy rick fritz
    gabriel gabe
    gerald gerry jerry
    geoffrey geoff jeff jeffrey
    gilbert gil
    gregory greg
    gustav gus
    harold hal harry
    henry hank harry hal henri heinrich
    herbert herb bert
    herschel hersh
    howard howie
    hubert bert hugh
    irving irv
    isaac ike
    jacob jake jack
    jacqueline jackie
    james jim jimmy jamie jaime jem
    janet jan
    jason jay
    jennifer jen jenny
    jeremiah jerry jeremy
    jerome jerry
    jessica jess jessie
    joanne jo joann joanna
    john jack johnny jon johan johann juan jean ivan
    jonathan jon johnny john
    joseph joe joey josef jose jos
    josephine jo josie
    joshua josh
    judith judy
    julian jules julio
    karen kari
    katharine kathy kate katie
    kenneth ken kenny
    kimberly kim
    lawrence larry laurence lars
    leonard len lenny leo
    leonardo leo
    leopold leo
    leroy roy
    leslie les
    lewis lew louis lou
    lillian lil lily
    lucille lucy
    margaret maggie meg peggy marge margie greta
    marcus mark marc
    martin marty
    martha marty
    matthew matt matthias matteo
    maximilian max
    maxwell max
    melissa missy
    melvin mel
    michael mike mick mickey mikey michel miguel mikhail
    mitchell mitch
    mohammed mohamed muhammad mohammad mohamad
    montgomery monty
    nancy nan
    nathaniel nate nat nathan
    nicholas nick nicky nicolas nikolai klaus
    norman norm
    oliver ollie
    olivia liv
    oscar ozzie
    pamela pam
    patricia pat patty trish tricia
    patrick pat paddy rick
    paul pablo pavel
    peter pete pedro pyotr pierre
    philip phil phillip felipe
    priscilla cilla
    rachel rae
    ralph rafe
    randall randy
    randolph randy
    raymond ray
    rebecca becky becca
    regina reggie gina
    reginald reg reggie
    richard dick rich rick ricky ricardo richie
    robert bob bobby rob robbie bert roberto
    roberta bobbie
    rodney rod
    rodrick rod
    roger rodge
    roland rollie
    ronald ron ronnie
    rosemary rosie
    rudolph rudy
    russell russ rusty
    ruth ruthie
    samuel sam sammy
    samantha sam
    sarah sally sadie sara
    sebastian seb
    sergei sergey serge sergio
    sheldon shelly
    sheila shelly
    sidney sid
    solomon sol
    spencer spence
    stanley stan
    stephanie steph
    steven steve stephen stevie stefan esteban
    stewart stu stuart
    susan sue susie suzanne suzy
    sylvester sly
    terrence terry terence
    teresa terry tess theresa
    theodore ted teddy theo
    thomas tom tommy tomas
    timothy tim
    tobias toby
    tyler ty
    valerie val
    vanessa nessa
    veronica ronnie roni
    victor vic vik
    victoria vicky tori
    vincent vince vinny
    virginia ginny
    vladimir vlad volodymyr
    walter walt wally
    wallace wally
    warren ren
    wilfred will fred
    william bill billy will willie liam wilhelm guillermo willy
    winifred winnie
    winston win
    zachary zach zack
    yevgeny evgeny eugene
    yuri yury iurii
    aleksey alexei alexey
    dmitry dmitri dimitri dima
    oleksandr alexander aleksandr
    mykola nikolai nicholas
    hussein hussain husayn
    ahmed ahmad
    yousef youssef yusuf joseph
    ibrahim abraham
    abdul abdel abd
"""
NICKNAMES: dict[str, frozenset[str]] = {}
"""For each given name its short and foreign forms, and the other way round."""
SIBLING_NICKNAMES: dict[str, frozenset[str]] = {}
"""For each short form the other short forms of its names: Bill and Will are one, Chris and Tina may not be."""
for _line in _NICKNAME_SETS.strip().splitlines():
    _full, *_short = _line.split()
    NICKNAMES[_full] = NICKNAMES.get(_full, frozenset()).union(_short)
    for _name in _short:
        NICKNAMES[_name] = NICKNAMES.get(_name, frozenset()) | {_full}
        SIBLING_NICKNAMES[_name] = SIBLING_NICKNAMES.get(_name, frozenset()).union(_short) - {_name}

GIVEN_NAMES = frozenset(NICKNAMES) | frozenset(
    "mary maria mario marie marion marta martina marvin kelvin kevin karl kurt carol carla carlo anna anne ana hanna "
    "hans joan jane june jill joy ruth eva eve erica eric petra paula paulo claude claudia dana dean diego dora doris "
    "edith elena ella elsa emma erin ethan eva felix fiona gina gloria grace hector helen helena hugo ian ida ines "
    "irene iris ivy joel jorge karla karin katja kelly kerry kyle laura lara lena leon linda lola lucas luis luisa "
    "lydia lynn mara marina marco milan mila mira molly mona naomi nina noah nora olga owen perry barry garry gary "
    "cary polly holly milly tilly ryan rita rosa rose sean silvia simon simone sonia tania tara tina todd vera wade "
    "wayne yves yvonne zoe".split()
)
"""Given names of which none is a misspelling of another (Joan and John, Mario and Maria)."""
