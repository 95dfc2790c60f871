"""The linter's own version: its wheel for the browser is built apart from Allranks'."""

__version__ = "0.1.0"
