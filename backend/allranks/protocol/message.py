"""What every message has in common: strict, immutable, and small."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """Base of everything that crosses a wire or a disk.

    Unknown fields are ignored, so that an old reader survives a new writer; the freshness test of the generated
    TypeScript makes sure that no field is forgotten on purpose.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", allow_inf_nan=False, json_schema_serialization_defaults_required=True
    )


class NonFinite(Message):
    """A float that JSON cannot carry. A loss of NaN is news, so it is shown and not dropped."""

    nonfinite: Literal["nan", "inf", "-inf"]


Metric = Annotated[int | float | bool | str | NonFinite | None, Field(union_mode="smart")]
"""One value of a report. Nested dicts arrive flattened (`val/loss`), anything else as its clipped `repr`."""

Metrics = dict[str, Metric]


def metric(value: Any) -> Metric:
    """Turn a Python number into a `Metric`: non-finite floats become `NonFinite`, the rest stays."""
    if isinstance(value, float) and value != value:
        return NonFinite(nonfinite="nan")
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return NonFinite(nonfinite="inf" if value > 0 else "-inf")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return repr(value)[:200]
