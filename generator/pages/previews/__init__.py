"""Preview pictures that other sites show for links to ours (OpenGraph): one per rule, one per system, and one for the site.

`card` decides the content of a picture, `mark` turns a system's drawing into a shape, `drawing` draws, `files` keeps the pictures.
Drawing needs the extra `[og]`; everything else runs without.
"""

from .card import HEIGHT, WIDTH, preview_path
from .files import check_tools, write_previews

__all__ = ["HEIGHT", "WIDTH", "check_tools", "preview_path", "write_previews"]
