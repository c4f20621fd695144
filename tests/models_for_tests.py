"""Servers on the loopback that speak as Gemini and OpenAI do, with faults on demand."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphkit.llm.patience import Patience

FAST = Patience(attempts=3, first_wait_s=0.01, longest_wait_s=0.05)
NOTHING = json.dumps({"entities": [], "relations": []})


@dataclass(frozen=True)
class Reply:
    """What a server says instead of an ordinary answer; each is used once, in their order."""

    status: int = 200
    text: str = NOTHING
    finish: str = "stop"
    headers: dict[str, str] = field(default_factory=dict)
    error: dict[str, object] = field(default_factory=dict)
    hang_s: float = 0.0
    cut: bool = False
    """The body breaks off in the middle."""
    body: bytes | None = None
    """The whole body, whatever it is."""
    no_candidates: bool = False


@dataclass
class ModelServer:
    """A running server: what it was asked, and what it will say."""

    url: str
    answer: Callable[[str], str] = lambda _prompt: NOTHING
    replies: deque[Reply] = field(default_factory=deque)
    requests: list[tuple[str, dict[str, object], dict[str, str]]] = field(default_factory=list)
    delay_s: float = 0.0
    forms: tuple[str, ...] = ("json_schema", "json_object", "prompt")
    """What an OpenAI-like server takes as ``response_format``."""
    busiest: int = 0
    usage: bool = True


def passage_in(prompt: str) -> str:
    """The first text between fences of a prompt."""
    found = re.search(r"<data-(\w+)>\n(.*?)\n</data-\1>", prompt, re.DOTALL)
    assert found is not None
    return found[2]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model_server: ModelServer
    lock: threading.Lock
    under_way = 0

    def do_POST(self) -> None:
        server = self.model_server
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with self.lock:
            type(self).under_way += 1
            server.busiest = max(server.busiest, type(self).under_way)
            server.requests.append((self.path, asked, {k.lower(): v for k, v in self.headers.items()}))
            reply = server.replies.popleft() if server.replies else None
        try:
            time.sleep(server.delay_s if reply is None else reply.hang_s)
            self._speak(asked, reply)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client did not wait
        finally:
            with self.lock:
                type(self).under_way -= 1

    def do_GET(self) -> None:
        self._send(200, {"data": [{"id": "test-model", "object": "model"}], "object": "list"}, {})

    def _speak(self, asked: dict, reply: Reply | None) -> None:
        gemini = ":" in self.path
        if reply is not None and reply.status != 200:
            error = {"code": reply.status, "message": "no", "status": "NO", **reply.error}
            self._send(reply.status, {"error": error}, reply.headers)
            return
        if reply is not None and reply.body is not None:
            self._send_bytes(reply.body, {})
            return
        if self.path.endswith("/embeddings"):
            rows = [{"index": i, "object": "embedding", "embedding": _vector(t)} for i, t in enumerate(asked["input"])]
            body = {
                "data": rows,
                "model": asked["model"],
                "object": "list",
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
            self._send(200, body, {})
            return
        if ":batchEmbedContents" in self.path:
            texts = [r["content"]["parts"][0]["text"] for r in asked["requests"]]
            self._send(200, {"embeddings": [{"values": _vector(text)} for text in texts]}, {})
            return
        if not gemini and not self._takes(asked):
            message = f"response_format {asked['response_format']['type']} is not supported"
            self._send(400, {"error": {"message": message, "type": "invalid_request_error"}}, {})
            return
        prompt = asked["contents"][0]["parts"][0]["text"] if gemini else asked["messages"][-1]["content"]
        text = reply.text if reply is not None else self.model_server.answer(prompt)
        body = self._gemini(text, reply) if gemini else self._openai(asked, text, reply)
        self._send(200, body, {}, cut=reply is not None and reply.cut)

    def _takes(self, asked: dict) -> bool:
        form = asked.get("response_format", {"type": "prompt"})["type"]
        return form in self.model_server.forms

    def _gemini(self, text: str, reply: Reply | None) -> dict:
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120}
        told = {"usageMetadata": usage} if self.model_server.usage else {}
        if reply is not None and reply.no_candidates:
            return {"promptFeedback": {"blockReason": "SAFETY"}, **told}
        word = {"stop": "STOP", "length": "MAX_TOKENS"}.get(reply.finish, reply.finish) if reply else "STOP"
        content = {"parts": [{"text": text}], "role": "model"} if text else {"role": "model"}
        return {"candidates": [{"content": content, "finishReason": word}], **told}

    def _openai(self, asked: dict, text: str, reply: Reply | None) -> dict:
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        choice = {
            "index": 0,
            "finish_reason": reply.finish if reply else "stop",
            "message": {"role": "assistant", "content": text},
        }
        choices = [] if reply is not None and reply.no_candidates else [choice]
        told = {"usage": usage} if self.model_server.usage else {}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": choices,
            **told,
        }

    def _send(self, status: int, body: dict, headers: dict[str, str], *, cut: bool = False) -> None:
        self._send_bytes(json.dumps(body).encode(), headers, status=status, cut=cut)

    def _send_bytes(self, body: bytes, headers: dict[str, str], *, status: int = 200, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Tests need no log."""


def _vector(text: str) -> list[float]:
    return [float(len(text)), float(text.count(" ")), 1.0]


@contextmanager
def model_server() -> Iterator[ModelServer]:
    """A server of its own, on a free port of the loopback."""
    server = ModelServer("")
    handler = type("Handler", (_Handler,), {"model_server": server, "lock": threading.Lock()})
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    http.daemon_threads = True
    server.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def closed_url() -> str:
    """An address at which nothing listens."""
    with model_server() as server:
        return server.url
