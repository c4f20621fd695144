"""Closed lists of words that the capital-letter method needs: what opens sentences, dates, suffixes, particles."""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    """
    a an the this that these those such either neither both all any some no none
    i you he she it we they me him her us them my your his its our their mine yours ours theirs myself yourself
    himself herself itself ourselves themselves who whom whose which what whatever whoever whichever when whenever
    where wherever why how however and or but nor so yet if unless until till although though because since while
    whereas whether as than like about above across after against along amid among around at before behind below
    beneath beside besides between beyond by despite down during except for from in inside into near of off on onto
    out outside over past per round through throughout to toward towards under underneath unlike up upon via versus
    with within without am is are was were be been being do does did done doing have has had having can could may
    might must shall should will would ought isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't
    can't couldn't won't wouldn't shouldn't it's he's she's that's there's what's who's where's how's here's let's
    i'm i've i'd i'll you're you've you'd you'll he'd he'll she'd she'll we're we've we'd we'll they're they've
    they'd they'll not never ever only just also too very quite rather there here then now thus hence therefore
    again once twice else instead indeed perhaps maybe moreover furthermore meanwhile nevertheless nonetheless
    otherwise likewise similarly finally eventually recently currently today tomorrow yesterday tonight soon later
    earlier formerly previously subsequently additionally consequently accordingly generally usually often sometimes
    always already still even almost nearly especially particularly specifically actually really certainly clearly
    obviously apparently probably possibly please thanks thank yes yeah ok okay hi hello hey dear oh well sorry
    according based given due using including following regarding concerning considering depending compared
    """.split()
)

SENTENCE_OPENERS = frozenset(
    """
    one two three four five six seven eight nine ten first second third last next same other another each every many
    much more most several enough few full
    get got go going come came see saw look looking make made take took give gave find found know knew think thought
    say said says tell told ask asked want wanted need needed try trying keep let put set run use used call called
    help show shown work working start started stop read write written add note click check send sent add open close
    buy bring begin began become consider follow imagine remember suppose assume allow wait hope love loved hate great
    good bad best worst better new old big small little large long short high low early late young full whole main
    major minor several various certain different similar important many people person man men woman women child
    children friend friends everyone everybody someone somebody anyone anybody nobody something anything nothing
    everything things thing way ways time times day days week weeks month months year years decade century morning
    afternoon evening night part parts place places point points case cases fact question questions answer answers
    problem problems reason reasons result results example examples number numbers company companies government
    officials police critics scientists researchers experts analysts investors shares sales profits prices workers
    students teachers members users customers residents authorities reports report news article articles section
    chapter table figure page appendix introduction summary conclusion conclusions abstract background methods method
    discussion references contents overview notes nor upon born died founded located built originally historically
    traditionally typically initially ultimately overall despite together apart aside half most least sure right left
    maybe anyway unfortunately fortunately surprisingly interestingly importantly hopefully sadly luckily basically
    simply essentially briefly suddenly immediately quickly slowly nowadays lately afterwards thereafter throughout
    """.split()
)

SHOUTED = FUNCTION_WORDS - {"us", "it", "who", "am", "may", "will", "ten", "can", "all"}
"""Function words that are no acronym when they stand in capitals."""

MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun".split()
)

CHAT_WORDS = frozenset(
    """
    lol lolz lmao lmfao rofl omg omfg wtf xd xdd btw imo imho idk tbh smh fyi asap faq rip brb ty np irl afaik ikr
    tldr nsfw haha hahaha jk nvm thx pls plz ps pps diy aka etc gg
    """.split()
)
"""What people write in chats and comments in capitals, and is no name."""

TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir madam gen col sgt capt lt rev hon sen rep gov pres messrs mx".split()
)
"""Forms of address that stand before a name and do not belong to it."""

ABBREVIATIONS_BEFORE_NAMES = tuple(
    "Dr Mr Mrs Ms Mx Prof Gen Col Sgt Capt Lt Rev Hon Sen Rep Gov Pres St Mt Ft Messrs".split()
)
COMPANY_SUFFIXES = tuple("Inc Incorporated Corp Ltd Limited Co Bros LLC LLP PLC Plc Jr Sr Cie Esq".split())
LEGAL_FORMS = frozenset("inc incorporated corp ltd limited llc llp plc gmbh bv nv spa sarl srl oy ab".split())
"""Last words, without stops, that make a name a company's. Those that are also initials (AG, SA, AS) are left out."""

PARTICLES = (
    "of the", "of", "de la", "de las", "de los", "de", "del", "della", "delle", "di", "da", "dos", "das", "do",
    "van der", "van den", "van de", "van", "von der", "von", "zu", "der", "den", "du", "des", "la", "le", "les",
    "bin", "ibn", "bint", "ben", "ter", "ten", "af", "av", "och", "y", "für", "for",
)  # fmt: skip
LEADING_PARTICLES = frozenset("van von bin ibn della del".split())
"""Small words that begin a name: van Gogh, bin Laden."""
ARTICLES_AFTER_PARTICLES = frozenset("der den de la".split())
"""Small words between such a particle and the name: van der Rohe."""

HEADS_BEFORE_FOR = frozenset(
    """
    academy agency alliance association authority board bureau campaign center centre coalition commission committee
    conference congress council department directorate foundation forum fund institute institution laboratory league
    ministry movement network office organisation organization party programme program project school secretary
    service society union university
    """.split()
)
"""Words after which "for" belongs to a name: Institute for Advanced Study, but not London for Paris."""
