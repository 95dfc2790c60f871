"""The built page, with the headers that it needs and that protect it."""

from __future__ import annotations

import os
import re
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import allranks

from .compressed import smallest

MEDIA_TYPES = {
    ".allranks": "application/x-allranks-recording",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
HASHED = re.compile(r"/(assets|pyodide/[0-9a-f]{16})/")
"""Folders whose files get another name when they change."""
OF_A_RUN = re.compile(r"/runs/[A-Za-z0-9_-]{1,64}")
"""Addresses that are the page too, which then shows that run."""
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Allranks</title>
<h1>The page is not built yet</h1>
<p>The server runs, but there is no built page in its page folder. In a checkout, <code>make setup</code> builds it;
<code>--page-dir</code> or <code>ALLRANKS_PAGE_DIR</code> names another folder.</p></html>
"""


def default_page_folder() -> Path:
    """The built page of the checkout this runs from, else the one that the wheel carries."""
    package = Path(allranks.__file__).parent
    frontend = package.parents[1] / "frontend"
    return frontend / "dist" if (frontend / "package.json").is_file() else package / "_page"


class Page(StaticFiles):
    """Serves a folder at `/`. The folder may come later than the server; until then `/` says how to build it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._index = folder / "index.html"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._index.is_file():
            await HTMLResponse(NOT_BUILT, status_code=503)(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not OF_A_RUN.fullmatch(f"/{path}"):
            return await super().get_response(path, scope)
        # The page names its files relative to itself, so that it can lie in any folder; here that is one further up.
        index = self._index.read_text(encoding="utf-8").replace("<head>", '<head><base href="../" />', 1)
        return HTMLResponse(index, headers={"cache-control": "no-cache", **protection(_host(scope))})

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        sent = smallest(Path(full_path), stat_result, Headers(scope=scope).get("accept-encoding", ""))
        response = super().file_response(sent.path, sent.stat, scope, status_code)
        media_type = MEDIA_TYPES.get(Path(full_path).suffix)
        if media_type is not None:
            response.headers["content-type"] = media_type
        if sent.encoding is not None:
            response.headers["content-encoding"] = sent.encoding
        if sent.varies:
            response.headers["vary"] = "Accept-Encoding"
        hashed = HASHED.match(str(scope["path"]))
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        response.headers.update(protection(_host(scope)))
        return response


def _host(scope: Scope) -> str:
    return Headers(scope=scope).get("host", "")


def protection(host: str) -> dict[str, str]:
    """Headers that give the page threads and shut out everything that is not ours.

    `host` is the request's own, because not every browser takes `'self'` to include WebSockets.
    """
    sockets = (
        f" ws://{host} wss://{host}" if re.fullmatch(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9a-f:]+\](:\d+)?", host) else ""
    )
    policy = {
        "default-src": "'self'",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "worker-src": "'self'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "connect-src": f"'self'{sockets}",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
