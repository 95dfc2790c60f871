!pip install "ray[train]" torch
%matplotlib inline
import torch

print(torch.ones(2))
