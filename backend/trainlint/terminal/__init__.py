"""The linter as a command: which files, which findings of them, and how they are shown or mended.

command ─► options          the command line
        ─► settings         [tool.trainlint] of pyproject.toml
        ─► selection        which codes count, and in which files
        ─► files ─► patterns        what lies in the folders that were named, without what git ignores
        ─► texts            a file's text, and its bytes again with the same line ends
        ─► mending          --fix and --diff
        ─► formats/         one file a format, found by listing the folder
        ─► explaining       --explain
"""
