"""One static page for each check out of its docstring, and an index by symptom and by family.

No scripts, no inline styles, nothing from elsewhere: they may be served under any content security policy, or opened
from a disk.
"""

from .html import index_html, page_html
from .style import CSS
from .writing import write_pages

__all__ = ["CSS", "index_html", "page_html", "write_pages"]
