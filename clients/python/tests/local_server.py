"""A server that returns prepared responses and keeps the requests."""
from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Tuple, Union

Answer = Tuple[int, Dict[str, str], Any]


class LocalServer:
    """Each request gets the next answer; the last one repeats. An answer `None` closes the connection."""

    def __init__(self, *answers: Union[Answer, None, Callable[[Any], Answer]]) -> None:
        self.requests: List[Dict[str, Any]] = []
        remaining = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def handle_any(handler) -> None:
                body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
                request = {"method": handler.command, "path": handler.path, "headers": handler.headers, "body": body}
                self.requests.append(request)
                answer = remaining.pop(0) if len(remaining) > 1 else remaining[0]
                if callable(answer):
                    answer = answer(request)
                if answer is None:
                    handler.close_connection = True
                    return
                status, headers, content = answer
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                handler.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    handler.send_header(name, value)
                handler.end_headers()
                handler.wfile.write(data)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(handler, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "LocalServer":
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()


def ok(content: Any, status: int = 200, **headers: str) -> Answer:
    return status, {"Content-Type": "application/json", **headers}, content


def refusal(status: int, code: str, headers: Dict[str, str] = {}, **members: Any) -> Answer:
    body = {"error": code, "message": f"Refused: {code}.", "requestId": "req_1", **members}
    return status, {"Content-Type": "application/json", **headers}, body
