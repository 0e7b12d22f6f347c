"""German and English side by side for other people's translation tools, and back: PO, XLIFF, TMX, TBX, CSV.

>>> from nachschlag.generator.translation import units
>>> next(unit.context for unit in units(library, "t9a"))
't9a#parts.armeegroessen.title'
"""

from ..exchange.units import State, Unit, fingerprint, units

__all__ = ["State", "Unit", "fingerprint", "units"]
