"""Services on the loopback address that get messages, refuse them, hang, or lead elsewhere."""

from __future__ import annotations

import contextlib
import json
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Sink:
    """What a service got, and how it answers."""

    port: int = 0
    status: int = 200
    leads_to: str = ""  # where an answer with status 302 leads
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    hangs: threading.Event = field(default_factory=threading.Event)  # until it is set

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook/s3cret"

    @property
    def messages(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.requests]


@contextlib.contextmanager
def web_service(status: int = 200, leads_to: str = "", *, hangs: bool = False) -> Iterator[Sink]:
    """A service that takes requests."""
    sink = Sink(status=status, leads_to=leads_to)
    if not hangs:
        sink.hangs.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sink.requests.append((self.path, dict(self.headers), body))
            sink.hangs.wait()
            with contextlib.suppress(OSError):
                self.send_response(sink.status)
                if sink.leads_to:
                    self.send_header("Location", sink.leads_to)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def do_GET(self) -> None:
            sink.requests.append((self.path, dict(self.headers), b""))

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sink.port = server.server_address[1]
    yield from _served(server, sink)


@contextlib.contextmanager
def dripping_service(greeting: bytes) -> Iterator[Sink]:
    """A service that gives its answer byte by byte, without end: each comes within any patience."""
    sink = Sink()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                self.request.sendall(greeting)
                while not sink.hangs.wait(0.02):
                    self.request.sendall(b"x")
            with contextlib.suppress(
                OSError
            ):  # what was not read would have the other end see a reset
                self.request.setblocking(False)
                while self.request.recv(1 << 16):
                    pass
            sink.requests.append(("", {}, b""))

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    sink.port = server.server_address[1]
    yield from _served(server, sink)


@contextlib.contextmanager
def mail_service(*, refuses: str = "") -> Iterator[Sink]:
    """A mail server without encryption. refuses: the command that it does not like."""
    sink = Sink()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                command = line.split()[0].upper()
                if command == refuses:
                    self.say(f"550 no: {line}")
                elif command == "DATA":
                    self.say("354 go on")
                    lines = list(iter(self.rfile.readline, b".\r\n"))
                    sink.requests.append(("", {}, b"".join(lines)))
                    self.say("250 ok")
                elif command == "EHLO":
                    self.say("250-here\r\n250 AUTH PLAIN LOGIN")
                elif command == "AUTH":
                    self.say("535 wrong: s3cret")
                else:
                    self.say("221 bye" if command == "QUIT" else "250 ok")

        def say(self, line: str) -> None:
            with contextlib.suppress(OSError):
                self.wfile.write(f"{line}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    sink.port = server.server_address[1]
    yield from _served(server, sink)


def _served(server: socketserver.TCPServer, sink: Sink) -> Iterator[Sink]:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield sink
    finally:
        sink.hangs.set()
        server.shutdown()
        server.server_close()
        thread.join()
