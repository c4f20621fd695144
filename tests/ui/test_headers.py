"""Headers of every answer."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.types import Message, Receive, Scope, Send

from graphkit.ui.headers import HEADERS, SecurityHeaders


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
    await send({"type": "http.response.body", "body": b"hello"})


def sent(kind: str) -> list[Message]:
    messages: list[Message] = []

    async def run() -> None:
        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            messages.append(message)

        await SecurityHeaders(answer)({"type": kind}, receive, send)

    with ThreadPoolExecutor(1) as thread:  # of its own, since a browser's loop may run in this one
        thread.submit(lambda: asyncio.run(run())).result()
    return messages


def test_every_answer_carries_the_headers_beside_its_own() -> None:
    headers = {name.decode(): value.decode() for name, value in sent("http")[0]["headers"]}
    assert headers == {"content-type": "text/html", **{name.lower(): value for name, value in HEADERS.items()}}


def test_sockets_pass_unchanged() -> None:
    assert sent("websocket")[0]["headers"] == [(b"content-type", b"text/html")]


def test_nothing_may_come_from_elsewhere() -> None:
    assert "http" not in HEADERS["Content-Security-Policy"]
    assert HEADERS["X-Content-Type-Options"] == "nosniff"
