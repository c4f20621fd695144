"""What every provider that speaks HTTP promises, over the real clients and servers on the loopback."""

from __future__ import annotations

import json

import pytest
from models_for_tests import FAST, Reply, closed_url, passage_in
from pydantic import BaseModel

from graphkit.errors import (
    BadRequest,
    ModelMissing,
    ProviderBusy,
    ProviderError,
    ProviderRefused,
    ProviderUnavailable,
)
from graphkit.llm.base import Completion, Provider, Request, Usage
from graphkit.llm.gemini import Gemini
from graphkit.llm.openai import OpenAICompatible

KEY = "sk-very-secret-1234567890"
PROVIDERS = ["gemini", "openai"]


class Shape(BaseModel):
    names: list[str]


REQUEST = Request("List the names.", (("passage", "Ada met Bob."),), Shape, 200)


def opened(name: str, url: str, *, timeout_s: float = 10.0) -> Provider:
    if name == "gemini":
        return Gemini("gemini-2.5-flash", KEY, base_url=url, timeout_s=timeout_s, patience=FAST)
    return OpenAICompatible("test-model", KEY, base_url=f"{url}/v1", timeout_s=timeout_s)


@pytest.mark.parametrize("name", PROVIDERS)
def test_an_answer_comes_with_its_tokens(server, name):
    server.answer = lambda prompt: json.dumps({"names": [passage_in(prompt)]})
    answer = opened(name, server.url).complete(REQUEST)
    assert answer == Completion('{"names": ["Ada met Bob."]}', "stop", Usage(100, 20))


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_server_that_tells_no_tokens_has_them_estimated(server, name):
    server.usage = False
    assert opened(name, server.url).complete(REQUEST).usage.estimated


def test_gemini_is_asked_for_the_shape_in_its_rest_interface(server):
    opened("gemini", server.url).complete(REQUEST)
    path, asked, headers = server.requests[0]
    assert path in ("/v1/models/gemini-2.5-flash:generateContent", "/v1beta/models/gemini-2.5-flash:generateContent")
    assert headers["x-goog-api-key"] == KEY
    configuration = asked["generationConfig"]
    assert configuration["responseMimeType"] == "application/json"
    assert configuration["responseSchema"]["properties"]["names"]["type"] == "ARRAY"
    assert (configuration["temperature"], configuration["maxOutputTokens"]) == (0.0, 200)
    assert "List the names." in asked["systemInstruction"]["parts"][0]["text"]


def test_openai_is_asked_for_the_schema(server):
    opened("openai", server.url).complete(REQUEST)
    path, asked, headers = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert asked["response_format"]["json_schema"]["schema"] == Shape.model_json_schema()
    assert (asked["model"], asked["temperature"], asked["max_tokens"]) == ("test-model", 0.0, 200)


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (("json_schema",), ["json_schema"]),
        (("json_object", "prompt"), ["json_schema", "json_object"]),
        (("prompt",), ["json_schema", "json_object", None]),
    ],
)
def test_a_server_that_takes_no_schema_is_asked_in_a_weaker_form_from_then_on(server, forms, expected):
    server.forms = forms
    provider = opened("openai", server.url)
    provider.complete(REQUEST)
    provider.complete(REQUEST)
    asked = [body.get("response_format", {}).get("type") for _, body, _ in server.requests]
    assert asked == [*expected, expected[-1]]
    words = server.requests[-1][1]["messages"][0]["content"]
    assert ('"names"' in words) == (expected[-1] != "json_schema")


def test_parameters_that_a_model_refuses_are_left_out(server):
    told = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    hot = "Unsupported value: 'temperature' does not support 0 with this model."
    server.replies.extend([Reply(400, error={"message": told}), Reply(400, error={"message": hot})])
    opened("openai", server.url).complete(REQUEST)
    last = server.requests[-1][1]
    assert last["max_completion_tokens"] == 200
    assert "temperature" not in last
    assert "max_tokens" not in last


@pytest.mark.parametrize("name", PROVIDERS)
def test_the_finish_reason_is_read(server, name):
    server.replies.append(Reply(finish="length", text='{"names": ["Ad'))
    assert opened(name, server.url).complete(REQUEST).finish == "length"


@pytest.mark.parametrize(
    ("name", "word"), [("gemini", "SAFETY"), ("gemini", "RECITATION"), ("openai", "content_filter")]
)
def test_an_answer_that_a_filter_stopped_says_so(server, name, word):
    server.replies.append(Reply(finish=word, text=""))
    answer = opened(name, server.url).complete(REQUEST)
    assert (answer.finish, answer.detail, answer.text) == ("blocked", word, "")


def test_a_blocked_prompt_and_an_answer_without_choices_are_no_answers(server):
    server.replies.extend([Reply(no_candidates=True), Reply(no_candidates=True)])
    blocked = opened("gemini", server.url).complete(REQUEST)
    none = opened("openai", server.url).complete(REQUEST)
    assert (blocked.finish, blocked.detail) == ("blocked", "SAFETY")
    assert (none.finish, none.detail) == ("other", "no choices")


@pytest.mark.parametrize(
    ("name", "reply", "seconds"),
    [
        ("gemini", Reply(429, headers={"Retry-After": "7"}), 7.0),
        ("gemini", Reply(429, error={"details": [{"retryDelay": "12.5s"}]}), 12.5),
        ("gemini", Reply(429), None),
        ("openai", Reply(429, headers={"Retry-After": "7"}), 7.0),
        ("openai", Reply(429, headers={"Retry-After-Ms": "1500"}), 1.5),
    ],
)
def test_a_busy_server_says_when_to_come_again(server, name, reply, seconds):
    server.replies.append(reply)
    with pytest.raises(ProviderBusy) as busy:
        opened(name, server.url).complete(REQUEST)
    assert busy.value.retry_after_s == seconds
    assert len(server.requests) == 1


def test_gemini_tries_passing_failures_again_by_its_own_options(server):
    server.replies.extend([Reply(503), Reply(500)])
    opened("gemini", server.url).complete(REQUEST)
    assert len(server.requests) == 3


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_failing_server_is_a_passing_failure(server, name):
    server.replies.extend([Reply(503)] * 3)
    with pytest.raises(ProviderError) as fault:
        opened(name, server.url).complete(REQUEST)
    assert fault.value.passing
    assert "503" in str(fault.value)


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_key_or_an_unknown_model_ends_the_run(server, name, status):
    server.replies.append(Reply(status, error={"message": f"wrong: {KEY}"}))
    with pytest.raises(ProviderRefused) as fault:
        opened(name, server.url).complete(REQUEST)
    assert KEY not in str(fault.value)
    assert len(server.requests) == 1


def test_a_key_that_gemini_calls_invalid_ends_the_run(server):
    server.replies.append(Reply(400, error={"message": "API key not valid. Please pass a valid API key."}))
    with pytest.raises(ProviderRefused, match="refused the key"):
        opened("gemini", server.url).complete(REQUEST)


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_refused_request_fails_alone(server, name):
    server.replies.append(Reply(400, error={"message": "the input is too long"}))
    with pytest.raises(ProviderError, match="too long") as fault:
        opened(name, server.url).complete(REQUEST)
    assert not fault.value.passing
    assert not isinstance(fault.value, ProviderRefused)


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_server_that_hangs_is_left_after_the_time_limit(server, name):
    server.replies.extend([Reply(hang_s=1.5)] * 3)
    with pytest.raises(ProviderError, match="took too long") as fault:
        opened(name, server.url, timeout_s=0.3).complete(REQUEST)
    assert fault.value.passing


@pytest.mark.parametrize("name", PROVIDERS)
def test_nothing_at_the_address_is_told_with_the_address(name):
    url = closed_url()
    with pytest.raises(ProviderUnavailable, match=url) as fault:
        opened(name, url).complete(REQUEST)
    assert fault.value.retryable


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize(
    "reply", [Reply(cut=True), Reply(body=b"<html>login</html>"), Reply(body=b"{}"), Reply(body=b"[1")]
)
def test_a_body_that_is_no_answer_fails_the_request_alone(server, name, reply):
    server.replies.extend([reply] * 3)
    try:
        answer = opened(name, server.url).complete(REQUEST)
    except ProviderError as fault:
        assert not isinstance(fault, ProviderRefused | ProviderUnavailable)
        assert KEY not in str(fault)
    else:
        assert answer.text == ""
        assert answer.finish != "stop"


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_shows_no_key(name):
    provider = opened(name, "http://127.0.0.1:1")
    assert KEY not in f"{provider!r} {provider.name} {provider.model} {provider.address}"


def test_without_a_key_the_provider_is_not_made():
    with pytest.raises(ModelMissing, match="GEMINI_API_KEY"):
        Gemini("", "")
    with pytest.raises(ModelMissing, match="OPENAI_API_KEY"):
        OpenAICompatible("")
    with pytest.raises(BadRequest, match="name one"):
        OpenAICompatible("", base_url="http://127.0.0.1:1/v1")


def test_a_server_of_ones_own_needs_no_key(server):
    OpenAICompatible("test-model", base_url=f"{server.url}/v1").complete(REQUEST)
    assert len(server.requests) == 1
