"""The program asked another machine for something."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_UNREACHED = re.compile(
    r"Network is unreachable|Temporary failure in name resolution|Name or service not known"
    r"|nodename nor servname provided|\[Errno 101\]|\[Errno -[235]\]|NameResolutionError|Failed to resolve '"
    r"|Max retries exceeded with url|Could not connect to the endpoint URL|NETWORK_CONNECTION"
    r"|[Cc]ouldn't connect to 'https?://|Cannot connect to host [\w.-]+:\d+"
    r"|cannot find the (?:requested|appropriate snapshot) .*(?:locally|on the Hub)"
)
_HOST = re.compile(r"host='([^']+)'|https?://([\w.-]+)|connect to host ([\w.-]+)|Failed to resolve '([^']+)'")
_LOOPBACK = re.compile(r"localhost|127\.[\d.]+|0\.0\.0\.0|::1")
_SOMETHING_ELSE = {"AssertionError", "KeyError"}


class NetworkMissing(KnownError):
    """A download, a request or a bucket: a sandbox reaches no other machine."""

    id: ClassVar[str] = "network_missing"
    order: ClassVar[int] = 439

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if error.error_type in _SOMETHING_ELSE or _UNREACHED.search(error.message) is None:
            return None
        found = _HOST.search(error.message)
        host = next((name for name in found.groups() if name), "") if found else ""
        if host and _LOOPBACK.fullmatch(host):
            return None
        return Known(
            title=f"There is no network here, and the program asked for {host}" if host else "There is no network here",
            what_happened=(
                "A sandbox reaches nothing outside it, so nothing can be downloaded or stored elsewhere. It is a limit "
                "of this playground: on a cluster of your own the program may be right as it is."
            ),
            mend=(
                "Either make the data and the model in the program (`torch.randn`, a model that is not pretrained), or "
                "run it where there is a network."
            ),
            rules=("RTL231",),
        )
