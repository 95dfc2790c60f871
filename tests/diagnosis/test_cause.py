from __future__ import annotations

import pytest

from allranks.diagnosis import Cause
from allranks.diagnosis.diagnose import causes


def test_a_cause_must_say_how_it_is_found() -> None:
    with pytest.raises(TypeError, match="find"):
        Cause()  # type: ignore[abstract]  # that it cannot be made is the test


def test_each_cause_says_in_its_docstring_what_it_is() -> None:
    assert all(type(cause).__doc__ for cause in causes())
