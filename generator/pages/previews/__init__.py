"""Pictures with which links to our pages are shown elsewhere (OpenGraph): one per rule, per system, and one for the site.

`card` decides what stands on a picture, `mark` turns a system's drawing into a shape, `drawing` draws, `files` keeps what is drawn.
Drawing needs the extra `[og]`; everything else runs without.
"""

from .address import HEIGHT, WIDTH, preview_path
from .files import check_tools, write_previews

__all__ = ["HEIGHT", "WIDTH", "check_tools", "preview_path", "write_previews"]
