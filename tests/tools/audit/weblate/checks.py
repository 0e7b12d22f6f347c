"""Weblate's discovery, loader and checks over a tree of PO files; prints what they find as JSON.

Run with the Python of `build/weblate` (see the Makefile) and a folder. Modules that draw fonts or talk to a server are replaced by
empty ones; omits checks that query Weblate's database or compare several units.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from unittest.mock import MagicMock

sys.path.insert(0, str(Path(__file__).parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
for name in ("cairo", "gi", "gi.repository", "tesserocr", "borg"):
    sys.modules[name] = MagicMock()

import django  # noqa: E402

django.setup()

from weblate.checks.models import CHECKS  # noqa: E402
from weblate.checks.tests.test_checks import MockUnit  # noqa: E402
from weblate.formats.models import FILE_FORMATS  # noqa: E402
from weblate.trans.discovery import ComponentDiscovery  # noqa: E402

DATABASE = {"consistency", "inconsistent", "reused", "translated", "check_glossary", "prohibited_initial_character"}

root = Path(sys.argv[1])
#: As the help page gives them.
MATCH, NAME, BASE = sys.argv[2:5]
components = ComponentDiscovery(
    None, match=MATCH, name_template=NAME, file_format="po", new_base_template=BASE, path=str(root)
).matched_components
failing: dict[str, list[str]] = {}
units = {}
for component in components.values():
    assert (root / component["new_base"]).is_file(), component
    for path in component["files"]:
        loaded = FILE_FORMATS["po"](str(root / path))
        loaded.check_valid()
        for unit in loaded.content_units:
            mock = MockUnit(
                flags=unit.flags, code="de", source=unit.source, target=unit.target, note=unit.notes, context=unit.context
            )
            mock.flags.validate()
            units[unit.context] = sorted(str(flag) for flag in mock.flags)
            for name, check in CHECKS.items():
                if (
                    unit.target
                    and check.target
                    and name not in DATABASE
                    and check.check_target([unit.source], [unit.target], mock)
                ):
                    failing.setdefault(name, []).append(unit.context)
json.dump(
    {"components": {one["slug"]: sorted(one["files"]) for one in components.values()}, "units": units, "failing": failing},
    sys.stdout,
)
