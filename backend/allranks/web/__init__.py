"""The server: HTTP, one WebSocket, and the built page."""

from .app import create_app
from .settings import Settings

__all__ = ["Settings", "create_app"]
