"""One rule a file. The engine lists this folder, so a new rule is a new file and nothing else."""
