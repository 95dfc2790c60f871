"""What the newest checkpoint is worth: `python rerun.py FOLDER` prints its model's loss, or ends with why not.

It runs on the server, apart from the learner's program, and takes nothing from it but the checkpoint's files.
"""

import json
import sys
from pathlib import Path

import torch
from torch import nn

WEIGHTS = torch.tensor([[1.5], [-2.0], [0.5], [3.0]])
SEED = 999_999
"""Of points that no epoch trained on."""
DEPTH = 3


def main(folder: Path) -> None:
    """Load every file, find the model among what they hold, and compute its loss."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    seen = []
    for file in files:
        for state in states(load(file), DEPTH):
            if shapes(state) == shapes(nn.Linear(4, 1).state_dict()):
                print(json.dumps({"loss": loss_of(state)}))
                return
            seen.append(", ".join(state))
    held = f"it holds {seen[0]}" if seen else "it holds no weights"
    raise SystemExit(f"the model's names are weight, bias, without a prefix; {held}"[:300])


def load(file: Path) -> object:
    """What torch.load makes of it when it runs none of its code."""
    try:
        return torch.load(file, weights_only=True, map_location="cpu")
    except Exception as error:
        said = str(error).partition("WeightsUnpickler error:")[2].strip().partition(". ")[0].split("\n")[0]
        why = said[:200] or f"it is no file of tensors ({type(error).__name__})"
        raise SystemExit(f"torch.load(weights_only=True) refused {file.name}: {why}") from None


def states(value: object, depth: int) -> list[dict[str, torch.Tensor]]:
    """Every dictionary of tensors by name in it, outermost first."""
    if not isinstance(value, dict) or not depth:
        return []
    tensors = all(isinstance(name, str) and isinstance(inner, torch.Tensor) for name, inner in value.items())
    below = [state for inner in value.values() for state in states(inner, depth - 1)]
    return [value, *below] if tensors and value else below


def shapes(state: dict[str, torch.Tensor]) -> dict[str, torch.Size]:
    """Names and shapes, which is what `load_state_dict` asks for."""
    return {name: tensor.shape for name, tensor in state.items()}


def loss_of(state: dict[str, torch.Tensor]) -> float:
    """On the exercise's own kind of data."""
    net = nn.Linear(4, 1)
    net.load_state_dict(state)
    generator = torch.Generator().manual_seed(SEED)
    inputs = torch.randn(4096, 4, generator=generator)
    targets = inputs @ WEIGHTS + 1.0 + 0.1 * torch.randn(4096, 1, generator=generator)
    with torch.no_grad():
        return nn.functional.mse_loss(net(inputs), targets).item()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
