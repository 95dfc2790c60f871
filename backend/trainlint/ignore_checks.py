"""What can be found in the comments that ignore findings."""

from __future__ import annotations

from .rule import Check


class IgnoreWithoutReason(Check):
    """A finding is ignored, and nothing says why.

    ## What it does
    Looks for `# trainlint: ignore[CODE]` and `# trainlint: ignore-file[CODE]` with nothing behind the bracket. The
    comment works all the same.

    An ignore comment covers the findings that begin on its own line; on a line of its own it covers the next line of
    code. `ignore-file` covers the whole file, wherever it stands. Several codes are separated by commas. It is the only
    comment that is read: `# noqa` belongs to flake8 and ruff.

    ## Why is this bad?
    Who reads it later cannot tell a finding that does not apply here from one that was in the way.

    ## Example
    ```python
    import os  # trainlint: ignore[PYF401]
    ```

    ## Use instead
    ```python
    import readline  # trainlint: ignore[PYF401] importing it is what gives input() its history
    ```

    ## Since which Ray
    With any.
    """

    code = "RTL003"
    name = "ignore-without-reason"
    severity = "info"
    symptoms = ("A comment turns a finding off, and nobody remembers why.",)


class UnusedIgnore(Check):
    """A comment ignores what is not found.

    ## What it does
    Looks for ignore comments with a code that nothing on their line, or with `ignore-file` in the file, was found as.
    The fix takes the code away, and the comment with it where it was the last one. Codes of what could not be looked
    for are left alone: pyflakes' where it is not installed, and those of rules that need to know the cluster where
    nobody named one.

    ## Why is this bad?
    It hides the finding that may come there later, and it tells the reader of a fault that is not there.

    ## Example
    ```python
    import os  # trainlint: ignore[PYF401] kept for the plugins
    print(os.name)
    ```

    ## Use instead
    ```python
    import os
    print(os.name)
    ```

    ## Since which Ray
    With any.
    """

    code = "RTL004"
    name = "unused-ignore"
    severity = "warning"
    fixable = True
    symptoms = ("An ignore comment was left behind when the code was mended.",)


class UnknownIgnore(Check):
    """An ignore comment cannot be read, or names a code that does not exist.

    ## What it does
    Looks for comments that begin with `trainlint:` and are not of the form `ignore[CODE] reason` or
    `ignore-file[CODE] reason`, and for codes in them that no check has.

    ## Why is this bad?
    Such a comment ignores nothing, though it looks as if it did.

    ## Example
    ```python
    print("hello")  # trainlint: ignore[RTL999] it is only a greeting
    ```

    ## Use instead
    ```python
    print("hello")
    ```

    ## Since which Ray
    With any.
    """

    code = "RTL005"
    name = "unknown-ignore"
    severity = "warning"
    symptoms = ("A finding stays although a comment ignores it.",)
