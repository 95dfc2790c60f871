"""Allranks: a browser playground that runs Ray Train code for real and shows every rank."""

__version__ = "0.1.0"
