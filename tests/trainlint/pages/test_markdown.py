from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainlint.pages.markdown import to_html

PRE = '<pre tabindex="0"><code>'


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("One line\nand the next.", "<p>One line\nand the next.</p>"),
        ("One.\n\nTwo.", "<p>One.</p>\n<p>Two.</p>"),
        ("a < b & `c < d`", "<p>a &lt; b &amp; <code>c &lt; d</code></p>"),
        ('<script>alert("x")</script>', "<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>"),
        ("the *latest* one", "<p>the <em>latest</em> one</p>"),
        ("the **latest** one", "<p>the <strong>latest</strong> one</p>"),
        ("`*args` and 2 * 3 * 4", "<p><code>*args</code> and 2 * 3 * 4</p>"),
        ("`` a `b` ``", "<p><code>a `b`</code></p>"),
        ("Do:\n- one\n- two\n  more", "<p>Do:</p>\n<ul>\n<li>one</li>\n<li>two\nmore</li>\n</ul>"),
        ("- one\nThen.", "<ul>\n<li>one</li>\n</ul>\n<p>Then.</p>"),
        ("1. one\n2. `two`", "<ul>\n<li>one</li>\n<li><code>two</code></li>\n</ul>"),
        ("```python\nif a < b:\n\n    c\n```\nNext.", f"{PRE}if a &lt; b:\n\n    c\n</code></pre>\n<p>Next.</p>"),
        ("See RTL101, not RTL999.", '<p>See <a href="RTL101.html">RTL101</a>, not RTL999.</p>'),
        ("See `RTL101`.", '<p>See <a href="RTL101.html"><code>RTL101</code></a>.</p>'),
        ("", ""),
    ],
)  # fmt: skip
def test_what_docstrings_use_becomes_html(markdown: str, html: str) -> None:
    assert to_html(markdown, {"RTL101"}) == html


@given(st.text(alphabet="<>&\"'`*-1. \nRTL0a"))
def test_nothing_gets_through_that_would_be_markup(markdown: str) -> None:
    html = to_html(markdown, {"RTL000"})
    for tag in ("p", "ul", "li", "pre", "code", "em", "strong", "a"):
        html = html.replace(f"</{tag}>", "").replace(f"<{tag}>", "")
    html = html.replace('<a href="RTL000.html">', "").replace('<pre tabindex="0">', "")
    assert not set('<>"') & set(html)
