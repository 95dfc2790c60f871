"""The built page and its headers."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

import allranks
from allranks.web.page import Page, default_page_folder, protection


def mounted(folder: Path) -> Starlette:
    return Starlette(routes=[Mount("/", Page(folder))])


@pytest.fixture
async def page(page_dir: Path) -> AsyncGenerator[httpx.AsyncClient, None]:
    transport = httpx.ASGITransport(mounted(page_dir))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


async def test_the_index_is_never_kept_and_hashed_files_are_kept_for_ever(page: httpx.AsyncClient) -> None:
    index = await page.get("/")
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    assert index.headers["cache-control"] == "no-cache"
    for path in ("/assets/main-1a2b3c.js", "/pyodide/0123456789abcdef/pyodide.asm.wasm"):
        assert (await page.get(path)).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (await page.get("/pyodide.wasm")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/assets/main-1a2b3c.js", "text/javascript; charset=utf-8"),
        ("/pyodide.wasm", "application/wasm"),
        ("/trainlint-1.0-py3-none-any.whl", "application/zip"),
    ],
)
async def test_files_have_the_types_that_browsers_want(page: httpx.AsyncClient, path: str, media_type: str) -> None:
    assert (await page.get(path)).headers["content-type"] == media_type


async def test_the_page_gets_threads_and_no_strangers(page: httpx.AsyncClient) -> None:
    for path in ("/", "/pyodide.wasm"):
        headers = (await page.get(path)).headers
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval'" in policy
        assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
        assert "connect-src 'self' ws://127.0.0.1:8000 wss://127.0.0.1:8000;" in policy


async def test_the_pages_of_the_rules_lie_beside_it_and_follow_the_linter(page: httpx.AsyncClient) -> None:
    for path in ("/rules/index.html", "/rules/"):
        answer = await page.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert "<title>Rules</title>" in answer.text


async def test_an_unchanged_file_is_not_sent_again(page: httpx.AsyncClient) -> None:
    etag = (await page.get("/pyodide.wasm")).headers["etag"]
    again = await page.get("/pyodide.wasm", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cross-origin-embedder-policy"] == "require-corp"


async def test_nothing_outside_the_folder_is_served(page: httpx.AsyncClient, page_dir: Path) -> None:
    (page_dir.parent / "secret").write_text("secret")
    for path in ("/../secret", "/%2e%2e/secret", "/assets/..%2f..%2fsecret", "/nothing"):
        assert (await page.get(path)).status_code == 404


async def test_a_page_that_is_not_built_says_how_to_build_it_and_may_come_later(tmp_path: Path) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(mounted(tmp_path)), base_url="http://x") as client:
        missing = await client.get("/")
        assert missing.status_code == 503
        assert "make setup" in missing.text
        (tmp_path / "index.html").write_text("built")
        assert (await client.get("/")).text == "built"


@pytest.mark.parametrize("host", ["evil.example; script-src *", "a b", "", "x'y"])
def test_a_strange_host_does_not_reach_the_policy(host: str) -> None:
    assert "connect-src 'self';" in protection(host)["content-security-policy"]


def directives(policy: str) -> dict[str, str]:
    """What is allowed, by directive."""
    return dict(directive.split(" ", 1) for directive in policy.split("; "))


def test_the_page_carries_the_servers_policy_itself_for_hosts_that_set_no_headers() -> None:
    index = (Path(__file__).parents[2] / "frontend" / "index.html").read_text()
    (carried,) = re.findall(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', index)
    served = directives(protection("127.0.0.1:8000")["content-security-policy"])
    # Browsers take no notice of this one in a page.
    del served["frame-ancestors"]
    # settings.json beside the page may name any server.
    served["connect-src"] = "'self' http: https: ws: wss:"
    assert directives(carried) == served


def test_an_installed_wheel_serves_what_it_carries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "allranks"
    monkeypatch.setattr(allranks, "__file__", str(package / "__init__.py"))
    assert default_page_folder() == package / "_page"


def test_a_checkout_serves_what_it_built() -> None:
    assert default_page_folder().parts[-2:] == ("frontend", "dist")


async def test_a_file_comes_compressed_to_whoever_takes_it(page: httpx.AsyncClient, page_dir: Path) -> None:
    script = page_dir / "assets" / "main-1a2b3c.js"
    script.with_name(script.name + ".gz").write_bytes(gzip.compress(b"export {};"))
    plain = await page.get("/assets/main-1a2b3c.js", headers={"accept-encoding": "identity"})
    packed = await page.get("/assets/main-1a2b3c.js", headers={"accept-encoding": "gzip"})
    assert plain.text == packed.text == "export {};"
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["etag"] != plain.headers["etag"]
    for answer in (plain, packed):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


async def test_the_address_of_a_run_is_the_page_which_finds_its_files_from_there(page: httpx.AsyncClient) -> None:
    answer = await page.get("/runs/0a1b-c_d")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert "Allranks</title>" in answer.text
    assert '<base href="../" />' in answer.text
    assert "base-uri 'self'" in answer.headers["content-security-policy"]
    assert "<base" not in (await page.get("/")).text


@pytest.mark.parametrize("path", ["/runs/", "/runs/a/b", "/runs/a%20b", "/runs/" + "x" * 65])
async def test_what_cannot_be_a_run_is_not_found(page: httpx.AsyncClient, path: str) -> None:
    assert (await page.get(path)).status_code == 404
