"""Retrieval: both legs, their fusion, the budget, and what happens when a backend fails."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from citegate.errors import BackendFailed, ConfigError
from citegate.evidence.dense import NgramEmbedder, find_embedder, packed
from citegate.evidence.endpoint import EndpointEmbedder, EndpointReranker
from citegate.evidence.fuse import fuse
from citegate.evidence.lexical import search
from citegate.evidence.nearest import Vectors
from citegate.evidence.search import Searcher, tokens_of
from citegate.evidence.show import answer_data, answer_text
from citegate.model.evidence import Rank


class Stub(BaseHTTPRequestHandler):
    """An endpoint that counts letters, or fails as it is told by its path."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, answer = 200, self.answer(body)
        if self.path.startswith("/down/"):
            status, answer = 503, b"no"
        if self.path.startswith("/elsewhere/"):
            status = 302
        self.send_response(status)
        if self.path.startswith("/elsewhere/"):
            self.send_header("Location", "/embeddings")
        if self.path.startswith("/half/"):
            self.send_header("Transfer-Encoding", "chunked")
            answer = b"500\r\nhalf"
        self.end_headers()
        self.wfile.write(answer)

    def answer(self, body: dict[str, Any]) -> bytes:
        if self.path.endswith("/rerank"):
            assert body["top_n"] == len(body["documents"])
            ranked = [{"index": at, "relevance_score": at} for at in range(len(body["documents"]))]
            return json.dumps({"results": ranked}).encode()
        if self.path.startswith("/odd/"):
            return b'{"data": [{"index": 0, "embedding": ["x"]}]}'
        if self.path.startswith("/nested/"):
            return b"[" * 200_000
        if self.path.startswith(("/nan/", "/huge/")):
            value = "NaN" if self.path.startswith("/nan/") else "1" + "0" * 400
            numbers = (f'{{"index": {at}, "embedding": [{value}]}}' for at in range(len(body["input"])))
            return f'{{"data": [{", ".join(numbers)}]}}'.encode()
        if self.path.startswith(("/elsewhere/", "/half/")):
            return b"{}"
        assert self.headers["Authorization"] == "Bearer secret"
        assert body["model"] == "letters"
        rows = [{"index": at, "embedding": letters(text)} for at, text in enumerate(body["input"])]
        return json.dumps({"data": rows[::-1]}).encode()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def letters(text: str) -> list[float]:
    return [1.0 + text.lower().count(char) for char in "abcdefghijklmnopqrstuvwxyz"]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def test_a_claim_is_supported_by_its_passage(searcher: Searcher) -> None:
    answer = searcher.ask("The lamps on the pier burn from dusk until two in the morning", 2)
    assert answer.supported
    assert answer.covered == ()
    assert answer.hits[0].passage.doc_id == "tides"
    assert answer.hits[0].grounds.supports
    assert {rank.leg for rank in answer.hits[0].ranks} == {"lexical", "dense"}
    assert answer.hits[0].score == pytest.approx(sum(1 / (60 + rank.rank) for rank in answer.hits[0].ranks), abs=1e-6)
    assert "not semantic" in answer.backend


@pytest.mark.parametrize(
    "claim",
    ["The harbour has a cinema", "The lamps burn until five in the morning", "zebra", "?!", "码头上有一家电影院"],
)
def test_an_unsupported_claim_says_what_is_covered(searcher: Searcher, claim: str) -> None:
    answer = searcher.ask(claim)
    assert not answer.supported
    assert answer.covered
    assert answer_text(answer).startswith("nothing here supports this\n")


def test_the_verdict_does_not_depend_on_k(searcher: Searcher) -> None:
    claim = "A day ticket costs twelve crowns until midnight"
    assert {searcher.ask(claim, k).supported for k in (1, 2, 10)} == {searcher.ask(claim).supported}


@pytest.mark.parametrize("query", ["", '"', "a OR b", "NEAR(a b)", "col:a", "*", "' --", "a^2", "\x00", "\ud800"])
def test_no_query_is_an_error(searcher: Searcher, query: str) -> None:
    assert search(searcher.store, query, 5) is not None


def test_identifiers_are_found_whole(make_searcher: Any) -> None:
    files = {
        "content/a.md": "# A\n\nThe key source_span says where in the file a passage stands, in code points from 0.\n",
        "content/b.md": "# B\n\nA source is a span of water that nobody has measured, as far as we can tell.\n",
    }
    found = search(make_searcher(files).store, "source_span", 5)
    assert len(found) == 2
    assert found[0][1] > found[1][1]
    assert make_searcher(files).store.passages([found[0][0]])[0].doc_id == "a"


def test_a_budget_drops_whole_passages(searcher: Searcher) -> None:
    claim = "the wreck lies in 12 metres of water"
    everything = searcher.ask(claim, 6)
    costs = [tokens_of(hit.passage.quote) for hit in everything.hits]
    cut = searcher.ask(claim, 6, budget=costs[0] + costs[1])
    assert [hit.passage.quote for hit in cut.hits] == [hit.passage.quote for hit in everything.hits[:2]]
    data = answer_data(cut)
    assert all("citation_id" not in source and source["note"] == "source only" for source in data["source_only"])
    assert {source["doc_id"] for source in data["source_only"]} == {h.passage.doc_id for h in everything.hits[2:]}
    assert searcher.ask(claim, 6, budget=0).hits == ()


def test_fusion_is_by_reciprocal_rank() -> None:
    fused = fuse({"lexical": [(7, 3.0), (8, 2.0)], "dense": [(8, 0.9), (9, 0.8)]})
    assert [number for number, _, _ in fused] == [8, 7, 9]
    assert fused[0][1] == pytest.approx(1 / 62 + 1 / 61)
    assert fused[0][2] == (Rank("lexical", 2, 2.0), Rank("dense", 1, 0.9))


def test_the_stand_in_is_the_same_everywhere() -> None:
    (vector,) = NgramEmbedder().embed(["The ferry leaves 渡船"])
    assert packed(vector) == packed(NgramEmbedder().embed(["The ferry leaves 渡船"])[0])
    assert sum(map(bool, vector)) > 10


def test_numbers_alone_find_what_numpy_finds(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    (query,) = NgramEmbedder().embed(["lamps on the pier"])
    fast = Vectors(searcher.store).nearest(query, 5)
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    plain = Vectors(searcher.store).nearest(query, 5)
    assert [number for number, _ in plain] == [number for number, _ in fast]
    assert [score for _, score in plain] == pytest.approx([score for _, score in fast], abs=1e-4)
    assert Vectors(searcher.store).nearest([1.0] * len(query), 3)


def test_an_endpoint_makes_the_vectors(searcher: Searcher, endpoint: str) -> None:
    asked = Searcher(searcher.store, EndpointEmbedder(endpoint, "letters", "secret"))
    answer = asked.ask("lamps on the pier")
    assert "letters at 127.0.0.1" in answer.backend
    assert answer.notes == ()
    assert any(rank.leg == "dense" for hit in answer.hits for rank in hit.ranks)
    Searcher(searcher.store, NgramEmbedder())


@pytest.mark.parametrize("path", ["/down", "/odd", "/elsewhere", "/half", "/nested", "/nan", "/huge"])
def test_a_backend_that_fails_leaves_the_lexical_leg(searcher: Searcher, endpoint: str, path: str) -> None:
    answer = Searcher(searcher.store, EndpointEmbedder(endpoint + path)).ask("lamps on the pier")
    assert answer.hits
    assert {rank.leg for hit in answer.hits for rank in hit.ranks} == {"lexical"}
    assert "failed" in answer.backend
    assert answer.notes[0].startswith("lexical only")
    Searcher(searcher.store, NgramEmbedder())


@pytest.mark.parametrize("key", ["secret\n", "sëcret", "\x00secret"])
def test_a_key_that_no_header_can_have_is_not_told(endpoint: str, key: str) -> None:
    with pytest.raises(ConfigError, match="the key for 127") as raised:
        EndpointEmbedder(endpoint, "letters", key).embed(["a"])
    assert "cret" not in raised.value.message


def test_a_backend_that_fails_later_is_named_too(searcher: Searcher) -> None:
    class Fickle(NgramEmbedder):
        def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
            if len(texts) == 1:
                raise BackendFailed("it is gone")
            return super().embed(texts)

    answer = Searcher(searcher.store, Fickle()).ask("lamps on the pier")
    assert answer.supported is False or answer.hits
    assert answer.notes == ("lexical only, the dense leg failed: it is gone",)


def test_a_reranker_orders_anew(searcher: Searcher, endpoint: str) -> None:
    plain = Searcher(searcher.store, None).ask("lamps on the pier in the harbour")
    again = Searcher(searcher.store, None, EndpointReranker(endpoint)).ask("lamps on the pier in the harbour")
    assert {hit.passage.citation_id for hit in again.hits} == {hit.passage.citation_id for hit in plain.hits}
    assert again.hits[0].ranks[-1].leg == "rerank"
    failed = Searcher(searcher.store, None, EndpointReranker(endpoint + "/down")).ask("lamps on the pier")
    assert failed.notes[0].startswith("no reranking: ")


def test_backends_by_name() -> None:
    assert find_embedder("none") is None
    assert find_embedder("ngrams") is not None
    for name, url in (("word2vec", ""), ("endpoint", ""), ("endpoint", "ftp://x"), ("auto", "file:///etc")):
        with pytest.raises(ConfigError):
            find_embedder(name, url)


def test_wordllama_without_a_network() -> None:
    pytest.importorskip("wordllama")
    embedder = find_embedder("wordllama")
    assert embedder is not None
    near, far, query = embedder.embed(["a ship in the port", "tax law", "boats in the harbour"])
    assert sum(a * b for a, b in zip(near, query, strict=True)) > sum(a * b for a, b in zip(far, query, strict=True))
