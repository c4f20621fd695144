"""The page for questions."""

from __future__ import annotations

from pages.conftest import Visit


def test_without_a_question_examples_about_the_corpus_are_offered(visit: Visit) -> None:
    app = visit("ask.py", corpus="story")
    labels = [button.label for button in app.button]
    assert "What is known about Ada Lovelace?" in labels
    app.button(key="example_0").click().run()
    assert app.text_input(key="q").value == "What is known about Ada Lovelace?"


def test_an_answer_counts_who_found_it_and_says_why(visit: Visit) -> None:
    app = visit("ask.py", corpus="story", q="Who translated the paper of Luigi Menabrea?")
    line = next(text.value for text in app.markdown if "badge[overlap" in text.value)
    assert line.startswith("**2 passages** :green-badge[both ")
    assert any("Luigi Menabrea" in caption.value for caption in app.caption)


def test_a_question_that_fits_nothing_says_so(visit: Visit) -> None:
    app = visit("ask.py", corpus="story", q="zzz qqq")
    assert [text.value for text in app.warning] == [
        "Nothing in these documents fits that question. Try fewer or other words."
    ]


def test_any_question_can_be_typed(visit: Visit) -> None:
    """Field case 10."""
    app = visit("ask.py", corpus="story")
    for question in ('"open quote', "C++ AND (x) OR", "*", "NOT", "?!", "a" * 5000, "🙂"):
        app.text_input(key="q").set_value(question).run()
        assert not app.exception
        assert not app.error


def test_names_of_a_question_are_connected_step_by_step(visit: Visit) -> None:
    app = visit("ask.py", corpus="story", q="How is Charles Babbage connected to Acme Press?")
    assert any("are 2 steps apart" in text.value for text in app.markdown)


def test_the_examples_stay_after_a_question_was_asked(visit: Visit) -> None:
    app = visit("ask.py", corpus="story")
    offered = [button.label for button in app.button]
    app.button(key="example_0").click().run()
    left = [button.label for button in app.button]
    assert set(offered) - set(left) == {"What is known about Ada Lovelace?"}
