"""Load on both servers from another process: answers, errors that nobody asked for, and the server's memory.

python -m bench.load [--seconds 10] [--clients 1 10 100]
python -m bench.load --requests 100000    how the memory goes over so many requests
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLAIMS = ("A run that passes writes one file.", "The ferry is purple.", "什么是引用", "x" * 3000)
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
WAIT = 120.0  # seconds for one answer, with every client before it in the queue

Sent = tuple[str, str, bytes, dict[str, str]]
Kind = tuple[str, Sent | bytes, frozenset[int]]
"""Name, what is sent (bytes as they are), and the statuses that are right; 0 is a connection that was closed."""


def _kinds(door: str, port: int) -> list[Kind]:
    host = b"Host: 127.0.0.1:%d\r\n" % port
    path = "/-/ask" if door == "serve" else "/mcp"
    kinds: list[Kind] = []
    busy = {503} if door == "serve" else set()
    for at, claim in enumerate(CLAIMS):
        if door == "serve":
            body = json.dumps({"messages": [{"role": "user", "content": claim}]})
        else:
            call = {"name": "find_evidence", "arguments": {"claim": claim}}
            body = json.dumps({"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": call})
        kinds.append((f"question {at}", ("POST", path, body.encode(), JSON), frozenset({200} | busy)))
    if door == "serve":
        kinds += [(name, ("GET", name, b"", {}), frozenset({200})) for name in ("/", "/-/about", "/-/read/limits")]
    bad, torn = frozenset({400}), frozenset({400, 404, 0})
    kinds += [
        ("no JSON", ("POST", path, b"{", JSON), bad),
        ("too large", ("POST", path, b"x" * 300_000, JSON), frozenset({413, 0})),
        ("other site", ("POST", path, b"{}", {**JSON, "Origin": "http://evil.test"}), frozenset({403})),
        ("no page", ("GET", "/nothing", b"", {}), frozenset({404})),
        ("other name", f"GET {path} HTTP/1.1\r\nHost: evil.test\r\n\r\n".encode(), frozenset({421})),
        ("not HTTP", b"\x16\x03\x01\x00\xff\r\n\r\n", bad),
        ("long head", b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 70_000, frozenset({400, 0})),
        ("bad chunk", b"POST /x HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n", torn),
        ("leaves", f"POST {path} HTTP/1.1\r\nContent-Length: 9\r\n".encode() + host + b"\r\n{", frozenset({0})),
    ]  # fmt: skip
    return kinds


def _send(port: int, sent: Sent | bytes, *, is_left: bool) -> int:
    """The status of the answer, read to its end; 0 for a connection that was closed."""
    try:
        if isinstance(sent, bytes):
            with socket.create_connection(("127.0.0.1", port), timeout=WAIT) as client:
                client.sendall(sent)
                line = b"" if is_left else client.recv(4096).partition(b"\r\n")[0]
                return int(line.split()[1]) if line else 0
        method, path, body, headers = sent
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            response.read()
            return response.status
        finally:
            connection.close()
    except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
        return 0


def _run(
    port: int, kinds: Sequence[Kind], clients: int, seconds: float, requests: int = 0
) -> tuple[Counter[str], list[float]]:
    """How many answers of each kind were right, wrong or "busy", and the seconds that questions took.

    It ends after so many seconds, or, when that is given, after so many requests.
    """
    counts: Counter[str] = Counter()
    took: list[float] = []
    lock = threading.Lock()
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        at = number
        while counts["answers"] < requests if requests else time.monotonic() < end:
            name, sent, right = kinds[at % len(kinds)]
            at += 1
            begun = time.monotonic()
            try:
                status = _send(port, sent, is_left=name == "leaves")
            except (OSError, ValueError, http.client.HTTPException) as error:
                status, name = -1, f"{name} ({type(error).__name__})"
            with lock:
                counts["answers"] += 1
                if status == 503 and status in right:
                    counts["busy"] += 1
                elif status not in right:
                    counts[f"wrong: {name}: {status}"] += 1
                elif name.startswith("question"):
                    took.append(time.monotonic() - begun)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts, sorted(took)


def _memory(process: int) -> int:
    """Kilobytes that the process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def _open(port: int, is_alive: Callable[[], bool]) -> None:
    """Wait until the server listens."""
    while is_alive():
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not start")


def _long(door: str, process: int, port: int, kinds: Sequence[Kind], requests: int) -> bool:
    """Print the memory after parts of so many requests of eight clients; True when an answer was wrong."""
    done, is_wrong = 0, False
    for part in (0, 0.01, 0.1, 0.25, 0.5, 0.75, 1):
        counts, _ = _run(port, kinds, 8, 0, int(requests * part) - done) if part else (Counter[str](), [])
        done += counts["answers"]
        wrong = {name: count for name, count in counts.items() if name.startswith("wrong")}
        is_wrong = is_wrong or bool(wrong)
        print(f"{door} after {done} requests: {_memory(process) / 1024:.1f} MB, wrong {wrong or 0}", flush=True)
    return is_wrong


def main() -> None:
    """Print a line for each server and number of clients; exit 1 when something was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--doors", nargs="+", choices=["serve", "mcp"], default=["serve", "mcp"])
    options = parser.parse_args()
    is_wrong = False
    for door in options.doors:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        where = ["--port", str(port)] if door == "serve" else ["--http", f"127.0.0.1:{port}"]
        command = [sys.executable, "-m", "citegate", door, *where]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as server:
            said: list[bytes] = []
            assert server.stderr is not None
            reader = threading.Thread(target=said.extend, args=(server.stderr,), daemon=True)
            reader.start()
            _open(port, lambda: server.poll() is None)
            kinds = _kinds(door, port)
            _run(port, kinds, 4, 2.0)  # so that every cache is filled
            if options.requests:
                is_wrong = _long(door, server.pid, port, kinds, options.requests) or is_wrong
            for clients in [] if options.requests else options.clients:
                before = _memory(server.pid)
                counts, took = _run(port, kinds, clients, options.seconds)
                wrong = {name: count for name, count in counts.items() if name.startswith("wrong")}
                is_wrong = is_wrong or bool(wrong)
                middle, late = (took[int(len(took) * share)] if took else 0.0 for share in (0.5, 0.99))
                print(
                    f"{door}, {clients} clients: {counts['answers']} requests, {counts['busy']} told that it is busy,"
                    f" {sum(wrong.values())} wrong; questions {middle * 1000:.0f} ms, 99 % {late * 1000:.0f} ms;"
                    f" memory {before // 1024} to {_memory(server.pid) // 1024} MB",
                    *(f"\n  {name}: {count}" for name, count in sorted(wrong.items())),
                    flush=True,
                )
            server.terminate()
            server.wait(timeout=30)
            reader.join(timeout=30)
            if len(said) > 1:
                is_wrong = True
                print(f"{door} said {len(said) - 1} lines: {b''.join(said[1:6]).decode(errors='replace')}")
    raise SystemExit(int(is_wrong))


if __name__ == "__main__":
    main()
