"""Words that the rules know: legal forms, titles, nicknames, numbers in words, opposites, countries.

All words are in folded Latin spelling, as ``graphkit.resolve.forms`` makes them.
"""

from __future__ import annotations


def _table(text: str) -> dict[str, str]:
    """Map every word of a line to the first word of its line."""
    return {word: line.split()[0] for line in text.strip().splitlines() for word in line.split()}


LEGAL_FORMS = _table("""
    ltd limited ltda ltee ltdsti
    plc
    llc
    llp
    lp
    inc incorporated
    corp corporation corporacion corporativo
    co company cie compagnie compania
    gmbh mbh
    ag aktiengesellschaft
    ug
    kg kommanditgesellschaft
    ohg
    gbr
    ev
    eg
    se
    sa
    sas
    sarl
    sarlu
    sl
    slu
    srl
    spa
    sas
    snc
    bv besloten
    nv naamloze
    vof
    ab aktiebolag
    as aksjeselskap aktieselskab
    asa
    aps
    oy oyj osakeyhtio
    oao
    ooo
    zao
    pao
    pjsc pao
    ojsc
    jsc ao
    tov
    doo
    dd
    ad
    eood
    ood
    kft
    zrt
    nyrt
    spzoo
    sro
    pty
    pte
    pvt private
    bhd
    sdn
    kk kabushiki
    gk
    tbk
    pt
    cv
    eirl
""")
"""Legal forms and the words that companies use like one, by the spelling that stands for all."""

LEADING_FORMS = frozenset("ooo oao zao pao pjsc ojsc jsc tov pt srl sarl".split())
"""Legal forms that may open a name. All others count only at its end, since many are also words (as, co, se)."""

SOFT_FORMS = _table("""
    group grp groupe gruppe grupo groep gruppen
    holding holdings hldg hldgs
    company co cie
    corp
""")
"""Last words of company names that say little and contradict no legal form."""

FORM_FAMILIES = _table("""
    limited ltd pvt pte pty
    stock plc corp inc ag sa spa nv ab asa oyj pao ojsc jsc ao oao se
    closed gmbh bv srl sarl sl llc kft ooo doo sro spzoo aps as oy
""")

NATIONAL_FORMS = frozenset("gmbh bv srl sarl sl kft ooo doo sro spzoo aps oy ag sa spa nv ab asa oyj".split())
"""Forms of one country or language: two of them are two companies, while an English form may translate any."""

MULTIWORD_FORMS = {
    ("sp", "z", "o", "o"): "spzoo",
    ("s", "p", "a"): "spa",
    ("s", "r", "l"): "srl",
    ("s", "a", "r", "l"): "sarl",
    ("s", "a", "s"): "sas",
    ("s", "a"): "sa",
    ("s", "l"): "sl",
    ("s", "e"): "se",
    ("b", "v"): "bv",
    ("n", "v"): "nv",
    ("c", "v"): "cv",
    ("k", "g"): "kg",
    ("k", "k"): "kk",
    ("g", "b", "r"): "gbr",
    ("v", "o", "f"): "vof",
    ("a", "g"): "ag",
    ("a", "b"): "ab",
    ("a", "s"): "as",
    ("e", "v"): "ev",
    ("s", "r", "o"): "sro",
    ("o", "o", "o"): "ooo",
    ("societatea", "cu", "raspundere", "limitata"): "srl",
    ("societe", "a", "responsabilite", "limitee"): "sarl",
    ("obshchestvo", "s", "ogranichennoy", "otvetstvennostyu"): "ooo",
    ("aktsionernoe", "obshchestvo"): "ao",
    ("d", "o", "o"): "doo",
    ("l", "l", "c"): "llc",
    ("l", "l", "p"): "llp",
    ("l", "p"): "lp",
    ("p", "l", "c"): "plc",
    ("p", "t", "y"): "pty",
    ("limited", "liability", "company"): "llc",
    ("limited", "liability", "partnership"): "llp",
    ("public", "limited", "company"): "plc",
    ("joint", "stock", "company"): "jsc",
    ("public", "joint", "stock", "company"): "pao",
    ("open", "joint", "stock", "company"): "oao",
    ("closed", "joint", "stock", "company"): "zao",
    ("societe", "anonyme"): "sa",
    ("sociedad", "anonima"): "sa",
    ("sociedad", "limitada"): "sl",
    ("gesellschaft", "mit", "beschrankter", "haftung"): "gmbh",
    ("kabushiki", "kaisha"): "kk",
    ("kabushiki", "gaisha"): "kk",
    ("sendirian", "berhad"): "sdnbhd",
    ("sdn", "bhd"): "sdnbhd",
    ("pty", "ltd"): "ltd",
    ("pte", "ltd"): "ltd",
    ("pvt", "ltd"): "ltd",
    ("private", "limited"): "ltd",
    ("proprietary", "limited"): "ltd",
    ("co", "ltd"): "ltd",
    ("company", "limited"): "ltd",
}
"""Legal forms of several words. Letters that stood apart or between stops come as one-letter words."""

ARTICLES = frozenset("the a an der die das le la les el los las il lo gli de l d".split())
LIGHT_WORDS = frozenset("of and for in on at to by with und et fur des du del della di".split())
SMALL_WORDS = ARTICLES | LIGHT_WORDS | {"da", "von", "van"}
"""Words that carry little: left out of acronyms, light in the alignment."""

TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr father sister brother hon honorable "
    "honourable judge justice president chancellor minister senator sen rep representative gov governor mayor gen "
    "general col colonel maj major capt captain lt lieutenant sgt sergeant cpl adm admiral herr frau monsieur madame "
    "mme mlle senor senora sheikh imam rabbi pope saint st king queen prince princess emperor empress count "
    "countess duke duchess baron baroness detective inspector officer comrade".split()
)
STRONG_TITLES = frozenset("mr mrs ms miss mx dr prof professor herr frau monsieur madame mme mlle senor senora".split())
"""Titles that are dropped from names of any type: nothing but a person has them."""

SUFFIXES = _table("""
    jr junior
    sr senior
    phd
    md
    esq esquire
    obe
    cbe
    mbe
    kc
    qc
    mp
""")
GENERATIONS = frozenset({"jr", "sr"})

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
CARDINALS: dict[str, str] = {word: str(value) for value, word in enumerate(_ONES.split())}
TENS = {word: str(10 * value) for value, word in enumerate(_TENS.split(), 2)}
NUMBER_WORDS: dict[str, str] = {
    **CARDINALS,
    **{word: str(value) for value, word in enumerate(_ORDINALS.split())},
    **TENS,
    "twentieth": "20",
    "hundred": "100",
    "thousand": "1000",
}
_ROMAN_ONES = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
ROMAN_NUMERALS: dict[str, str] = {
    tens + ones: str(10 * count + value)
    for count, tens in enumerate(["", "X", "XX", "XXX"])
    for value, ones in enumerate(_ROMAN_ONES)
    if tens + ones
}
"""Capital Roman numerals from I to XXXIX and their values."""

ABBREVIATIONS = _table("""
    university univ
    department dept
    international intl
    national natl
    association assn assoc
    institute inst
    government govt
    technology tech technologies
    services svc svcs service
    management mgmt
    manufacturing mfg
    brothers bros
    saint st ste
    mount mt
    fort ft
    federal fed
    commission comm
    committee cttee
    engineering eng engrg
    laboratory lab labs laboratories
    hospital hosp
    industries ind
    insurance ins
    center centre ctr
    republic rep
    development dev
    limited ltd
    incorporated inc
    corporation corp
    and und et
    version ver
    number no nr
    building bldg
    street str
    avenue ave
    united utd
    ministry min
    systems sys system
""")
"""Abbreviations and spellings of one word, by the word that stands for all."""

GENERIC_WORDS = frozenset(ABBREVIATIONS.values()) | frozenset(
    "first second third bank trust capital central general city county state states school college church court "
    "police council board club union party press times post news daily museum library theatre hotel park station "
    "airport port bridge road group company holding holdings global world american european northern southern "
    "eastern western north south east west new old great royal public private people farmers savings loan credit "
    "finance financial investment energy power water oil gas steel motor air airlines railway foods medical health "
    "science research society foundation fund agency authority office centre saint grand main high community".split()
)
"""Words that many organisations and places share: a name of such words alone tells little of which one is meant."""

MONTHS = _table("""
    january jan
    february feb
    march mar
    april apr
    may
    june jun
    july jul
    august aug
    september sep sept
    october oct
    november nov
    december dec
""")
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())

_OPPOSITES = """
    north south east west northern southern eastern western
    northeast northwest southeast southwest
    upper lower
    inner outer
    left right
    male female
    men women
    boys girls
    mens womens
    junior senior
    import export
    input output
    minor major
    old new
    pre post
    spring summer autumn winter
    before after
    black white red green blue yellow
    alpha beta gamma delta
    first last
    minimum maximum
    increase decrease
    monday tuesday wednesday thursday friday saturday sunday
    jan feb mar apr may jun jul aug sep oct nov dec
    january february march april may june july august september october november december
"""
OPPOSITES: dict[str, frozenset[int]] = {}
for _index, _line in enumerate(_OPPOSITES.strip().splitlines()):
    for _name in _line.split():
        OPPOSITES[_name] = OPPOSITES.get(_name, frozenset()) | {_index}

PLACES = frozenset(
    "afghanistan albania algeria america andorra angola antigua argentina armenia aruba australia austria azerbaijan "
    "bahamas bahrain bangladesh barbados belarus belgium belize benin bermuda bhutan bolivia bosnia botswana brazil "
    "britain brunei bulgaria burkina burma burundi cambodia cameroon canada chad chile china colombia comoros congo "
    "croatia cuba curacao cyprus czechia denmark djibouti dominica dominican ecuador egypt england eritrea estonia "
    "eswatini ethiopia europe fiji finland france gabon gambia georgia germany ghana gibraltar greece greenland "
    "grenada guam guatemala guernsey guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland "
    "israel italy jamaica japan jersey jordan kazakhstan kenya kiribati korea kosovo kuwait kyrgyzstan laos latvia "
    "lebanon lesotho liberia libya liechtenstein lithuania luxembourg macau madagascar malawi malaysia maldives mali "
    "malta martinique mauritania mauritius mexico micronesia moldova monaco mongolia montenegro montserrat morocco "
    "mozambique myanmar namibia nauru nepal netherlands nicaragua niger nigeria niue norway oman pakistan palau "
    "palestine panama paraguay peru philippines poland portugal qatar reunion romania russia rwanda samoa scotland "
    "senegal serbia seychelles singapore slovakia slovenia somalia spain sudan suriname sweden switzerland syria "
    "taiwan tajikistan tanzania thailand togo tokelau tonga tunisia turkey turkmenistan tuvalu uganda ukraine "
    "uruguay uzbekistan vanuatu venezuela vietnam wales yemen zambia zimbabwe "
    "alabama alaska arizona arkansas california carolina colorado connecticut dakota delaware florida hawaii idaho "
    "illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi "
    "missouri montana nebraska nevada hampshire ohio oklahoma oregon pennsylvania tennessee texas utah vermont "
    "virginia washington wisconsin wyoming "
    "algiers amsterdam ankara athens atlanta auckland baghdad bangkok barcelona basel beijing beirut belgrade berlin "
    "bern birmingham bogota bonn boston brisbane bristol brussels bucharest budapest cairo calgary cardiff chicago "
    "cologne copenhagen dakar dallas damascus delhi denver detroit dortmund dresden dubai dublin durban edinburgh "
    "essen florence frankfurt geneva genoa ghent glasgow hague hamburg hanoi hanover havana helsinki houston istanbul "
    "jakarta jerusalem johannesburg kabul karachi kiev kyiv krakow lagos leeds leipzig lima lisbon liverpool london "
    "lyon madrid manchester manila mannheim marseille melbourne miami milan minsk montreal moscow mumbai munich "
    "nairobi naples oslo ottawa oxford cambridge paris perth philadelphia phoenix prague pretoria quebec riga rome "
    "rotterdam salzburg santiago sarajevo seattle seoul shanghai sheffield sofia stockholm stuttgart sydney taipei "
    "tallinn tehran tokyo toronto tripoli tunis turin vancouver venice vienna vilnius warsaw wellington zagreb zurich "
    "york".split()
)
"""Countries, states and cities whose names are no misspellings of each other (Austria and Australia)."""
