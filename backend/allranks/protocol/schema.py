"""Print the protocol as one JSON Schema: `python -m allranks.protocol.schema`.

`frontend/scripts/generate-protocol.mjs` turns it into `frontend/src/protocol/types.ts`. Pydantic's default schema gives
TypeScript that nobody can narrow; serialization mode, required defaults and no per-field titles make unions on `kind`
that a `switch` can exhaust.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from .capabilities import Capabilities
from .commands import Answer, Command
from .exercise import ExerciseSummary, ExerciseView
from .recording import RecordedRun, RecordingEnd, RecordingHeader


class _WithoutFieldTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class Wire(BaseModel):
    """Every type that the page and the server exchange."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    command: Command
    answer: Answer
    capabilities: Capabilities
    exercise: ExerciseView
    summary: ExerciseSummary
    recording: RecordingHeader
    recording_end: RecordingEnd
    recorded_run: RecordedRun


def schema() -> dict[str, Any]:
    """The JSON Schema of `Wire`, with every message under `$defs`."""
    return TypeAdapter(Wire).json_schema(mode="serialization", schema_generator=_WithoutFieldTitles)


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2, sort_keys=True))
