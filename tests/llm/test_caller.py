from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from models_for_tests import FAST, Reply, closed_url
from pydantic import BaseModel

from graphkit.errors import BudgetSpent, Cancelled, ProviderBusy, ProviderError, ProviderUnavailable
from graphkit.llm.answers import Answers
from graphkit.llm.base import Completion, Request, Usage
from graphkit.llm.caller import STRIKES, Caller
from graphkit.llm.gemini import Gemini
from graphkit.llm.meter import Budget, Meter, Spent
from graphkit.llm.openai import OpenAICompatible
from graphkit.llm.patience import Gate
from graphkit.llm.prices import Price


class Shape(BaseModel):
    names: list[str]


def request(text: str = "Ada met Bob.") -> Request:
    return Request("List the names.", (("passage", text),), Shape)


def caller(server, *, meter: Meter | None = None, answers: Answers | None = None) -> Caller:
    provider = OpenAICompatible("test-model", base_url=f"{server.url}/v1", timeout_s=5)
    return Caller(provider, meter or Meter(), answers=answers, patience=FAST)


def test_passing_failures_are_tried_again_and_counted(server):
    server.replies.extend([Reply(503), Reply(429, headers={"Retry-After": "0"})])
    meter = Meter(price=Price(1.0, 2.0))
    assert caller(server, meter=meter).ask(request()).finish == "stop"
    spent = replace(meter.spent, seconds=0.0)
    assert spent == Spent(3, 0, 2, 100, 20, estimated=False, cost=(100 * 1 + 20 * 2) / 1e6)


def test_a_failure_that_stays_is_raised_after_the_last_try(server):
    server.replies.extend([Reply(503)] * FAST.attempts)
    with pytest.raises(ProviderError, match="503"):
        caller(server).ask(request())
    assert len(server.requests) == FAST.attempts


def test_a_refused_request_is_not_tried_again(server):
    server.replies.append(Reply(400, error={"message": "too long"}))
    with pytest.raises(ProviderError):
        caller(server).ask(request())
    assert len(server.requests) == 1


def test_a_busy_server_holds_back_all_calls(server):
    gate = Gate()
    server.replies.append(Reply(429, headers={"Retry-After": "0.2"}))
    asking = caller(server)
    asking._gate = gate
    asking.ask(request())
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: asking.ask(request(str(i))), range(4)))
    assert len(server.requests) == 6


def test_a_server_that_asks_for_hours_ends_the_run(server):
    server.replies.append(Reply(429, headers={"Retry-After": "7200"}))
    with pytest.raises(ProviderUnavailable, match="7,200 seconds"):
        caller(server).ask(request())


def test_a_provider_that_fails_again_and_again_is_given_up(server):
    server.replies.extend([Reply(503)] * FAST.attempts * STRIKES)
    asking = caller(server)
    for _ in range(STRIKES - 1):
        with pytest.raises(ProviderError) as fault:
            asking.ask(request())
        assert not isinstance(fault.value, ProviderUnavailable)
    with pytest.raises(ProviderUnavailable, match=f"{STRIKES} times in a row"):
        asking.ask(request())


def test_nothing_at_the_address_is_tried_again_and_ends_the_run():
    provider = OpenAICompatible("m", base_url=closed_url())
    meter = Meter()
    with pytest.raises(ProviderUnavailable):
        Caller(provider, meter, patience=FAST).ask(request())
    assert meter.spent.failed_calls == FAST.attempts


def test_the_budget_of_calls_holds_exactly_over_threads(server):
    asking = caller(server, meter=Meter(Budget(calls=5)))

    def ask(number: int) -> str:
        try:
            return asking.ask(request(str(number))).text
        except BudgetSpent as spent:
            return str(spent)

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(ask, range(12)))
    assert len(server.requests) == 5
    assert sum("The budget of 5 calls is spent" in text for text in said) == 7


def test_a_budget_of_tokens_or_money_stops_before_the_call_that_would_go_over(server):
    by_tokens = caller(server, meter=Meter(Budget(tokens=300)))
    by_money = caller(server, meter=Meter(Budget(cost=0.0003), Price(1.0, 1.0, "EUR")))
    for asking, words in ((by_tokens, "300 tokens"), (by_money, "0.0003 EUR")):
        asking.ask(request("one"))
        with pytest.raises(BudgetSpent, match=words):
            for number in range(5):
                asking.ask(request(str(number)))
        assert asking.meter.spent.tokens <= 300


def test_answers_are_kept_and_cost_nothing_the_second_time(server, tmp_path):
    answers = Answers(tmp_path)
    first = caller(server, answers=answers).ask(request())
    meter = Meter(Budget(calls=1))
    asking = caller(server, meter=meter, answers=Answers(tmp_path))
    assert [asking.ask(request()) for _ in range(3)] == [first] * 3
    assert len(server.requests) == 1
    assert (meter.spent.calls, meter.spent.cached) == (0, 3)


def test_another_question_model_shape_or_limit_is_asked_anew(server, tmp_path):
    class Other(BaseModel):
        people: list[str]

    answers = Answers(tmp_path)
    asking = caller(server, answers=answers)
    asking.ask(request())
    changed = [
        request("Ada met Eve."),
        replace(request(), instructions="List all."),
        replace(request(), schema=Other),
        replace(request(), max_output_tokens=7),
    ]
    for another in changed:
        asking.ask(another)
    elsewhere = Caller(OpenAICompatible("other", base_url=f"{server.url}/v1"), Meter(), answers=answers)
    elsewhere.ask(request())
    assert len(server.requests) == 6


def test_failed_and_blocked_answers_are_not_kept(server, tmp_path):
    asking = caller(server, answers=Answers(tmp_path))
    server.replies.extend([Reply(finish="content_filter", text=""), Reply(text="")])
    assert [asking.ask(request()).finish for _ in range(3)] == ["blocked", "stop", "stop"]
    assert len(server.requests) == 3


def test_a_stopped_caller_waits_for_nothing(server):
    asking = caller(server)
    asking._gate.hold(60)
    threading.Timer(0.05, asking.stop.set).start()
    with pytest.raises(Cancelled):
        asking.ask(request())
    assert server.requests == []


def test_a_damaged_file_of_answers_is_replaced_and_its_pace_told(server, tmp_path):
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 100)
    answers = Answers(tmp_path)
    asking = caller(server, answers=answers)
    for _ in range(3):
        asking.ask(request())
    assert 1 <= len(server.requests) <= 2
    pace = answers.pace(asking.provider)
    assert pace is not None
    assert (pace.answers, pace.output_tokens) == (1, 20)


def test_old_answers_make_room_and_the_file_holds_no_key(tmp_path):
    class Fixed:
        name, model, address = "fixed", "m", ""

    answers = Answers(tmp_path, max_answers=2)
    for text in "abc":
        answers.put(Fixed(), request(text), Completion(text, usage=Usage(1, 1)), 0.5)
    assert [answers.get(Fixed(), request(text)) is None for text in "abc"] == [True, False, False]


def test_a_failure_that_the_client_tried_again_itself_is_not_tried_another_time(server):
    server.replies.extend([Reply(503)] * 20)
    provider = Gemini("m", "k", base_url=server.url, patience=FAST)
    with pytest.raises(ProviderError, match="503"):
        Caller(provider, Meter(), patience=FAST).ask(request())
    assert len(server.requests) == FAST.attempts


def test_calls_are_spread_over_the_minute():
    gate = Gate(per_minute=1200)
    stop = threading.Event()
    gate.wait(stop)
    gate.wait(stop)
    assert gate._next > 0


def test_busy_is_busy():
    assert ProviderBusy("x", retry_after_s=3).passing
