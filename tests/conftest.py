"""What every test shares."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long drawing an example takes says how busy the machine is, and nothing about the code.
settings.register_profile("allranks", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("allranks")
