"""How a job is executed, behind one seam."""

from .base import Runner
from .scripted import Forever, Raises, ScriptedRunner, replay

__all__ = ["Forever", "Raises", "Runner", "ScriptedRunner", "replay"]
