"""Which versions are installed, found without importing them."""

from __future__ import annotations

from importlib import metadata


def installed_version(distribution: str) -> str:
    """The version of an installed distribution, or `not installed`. Ray and torch take seconds to import."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"
