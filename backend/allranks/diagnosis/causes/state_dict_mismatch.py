"""A saved state does not fit the model that loads it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LOADING = re.compile(r"Error\(s\) in loading state_dict for (\w+)")
_KEYS = re.compile(r"^\s*(Missing|Unexpected) key\(s\) in state_dict: (.+)$", re.MULTILINE)
_SIZE = re.compile(
    r"size mismatch for (\S+): copying a param with shape torch\.Size\((\[[^\]]*\])\) from checkpoint, "
    r"the shape in current model is torch\.Size\((\[[^\]]*\])\)"
)
_NAME = re.compile(r'"([^"]+)"')
_PREFIX = '"module.'


class StateDictMismatch(KnownError):
    """`load_state_dict` compares names and shapes. The prefix `module.` is that of the wrapper of `prepare_model`."""

    id: ClassVar[str] = "state_dict_mismatch"
    order: ClassVar[int] = 412

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        loading = _LOADING.search(error.message)
        if loading is None:
            return None
        keys: dict[str, str] = dict(_KEYS.findall(error.message))
        sizes = _SIZE.findall(error.message)
        missing, unexpected = keys.get("Missing", ""), keys.get("Unexpected", "")
        where = error.where
        at = f" at line {where.line}" if where else ""
        if (_PREFIX in missing) != (_PREFIX in unexpected):
            saved_wrapped = _PREFIX in unexpected
            return Known(
                title=f"The keys of the saved model {'begin' if saved_wrapped else 'do not begin'} with module.{at}",
                what_happened=(
                    "`prepare_model` wraps a model in DistributedDataParallel when there are several ranks, and the "
                    "wrapper's `state_dict()` puts `module.` before every name. "
                    + (
                        "This was saved from the wrapper and is loaded into the bare model."
                        if saved_wrapped
                        else "This was saved from the bare model and is loaded into the wrapper."
                    )
                ),
                mend=(
                    "Save and load the bare model, which a wrapper has as `.module`. Names that are saved already lose "
                    "their prefix by `torch.nn.modules.utils.consume_prefix_in_state_dict_if_present`."
                ),
                sketch=(
                    "bare = model.module if isinstance(model, DistributedDataParallel) else model\n"
                    'torch.save(bare.state_dict(), os.path.join(folder, "model.pt"))\n'
                ),
                rules=("RTL304", "RTL318"),
            )
        if sizes:
            name, saved, wanted = sizes[0]
            return Known(
                title=f"{name} was saved with the shape {saved}, and the model has {wanted}",
                what_happened=(
                    f"The checkpoint is of a {loading[1]} of other sizes than the one that loads it: "
                    f"{len(sizes)} of its tensors differ. Sizes that a configuration gives are the usual reason."
                ),
                mend=(
                    "Build the model with the sizes that it was saved with, or begin without the old checkpoint (a "
                    "new `name` in RunConfig). Saving the sizes beside the weights keeps the two together."
                ),
                sketch='torch.save({"sizes": sizes, "model": model.state_dict()}, path)\n',
                rules=("RTL306",),
            )
        outer = [name for name in _NAME.findall(unexpected) if "." not in name and name not in missing]
        if missing and outer and len(outer) == unexpected.count(",") + 1:
            return Known(
                title=f"What is loaded{at} is no state of a model, but holds one",
                what_happened=(
                    f"It has {', '.join(outer)} at its top, and none of the names of a {loading[1]}: several states "
                    "were saved together, in one dictionary."
                ),
                mend="Take the model's state out of the dictionary by the name that it was saved under.",
                sketch=f'model.load_state_dict(state["{_of_the_model(outer)}"])\n',
            )
        return Known(
            title=f"The saved state has other names than the {loading[1]} that loads it{at}",
            what_happened="Its layers were built, named or ordered in another way when it was saved.",
            mend="Build the model as it was when it was saved; the message lists what is missing and what is too much.",
            evidence=tuple(f"{kind.lower()}: {names[:200]}" for kind, names in keys.items()),
        )


def _of_the_model(names: list[str]) -> str:
    return next((name for name in names if "model" in name or "state_dict" in name), names[0])
