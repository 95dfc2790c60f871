"""What the routes work with."""

from __future__ import annotations

from dataclasses import dataclass

from ..catalog import Catalog
from ..protocol import Capabilities
from ..runs import RunController
from ..store import EventLog, KeptFiles
from .settings import Settings


@dataclass(frozen=True)
class Services:
    """One server's parts, made once and handed to every route."""

    settings: Settings
    catalog: Catalog
    event_log: EventLog
    controller: RunController
    capabilities: Capabilities
    kept_files: KeptFiles
