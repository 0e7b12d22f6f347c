"""Our plugin in a real WordPress' functions (Debian's `wordpress` and `php-cli`), without its database. Part of `make audit`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from nachschlag.generator.site.ready_made import FOLDER

from tests.projects import REPOSITORY

pytestmark = pytest.mark.audit

RENDER = REPOSITORY / "tests" / "tools" / "audit" / "wordpress" / "render.php"
WORDPRESS = REPOSITORY / "build" / "wordpress" / "usr" / "share" / "wordpress"


def rendered(post: str) -> tuple[str, list[str]]:
    """A post as HTML, and the scripts that its page loads."""
    php = shutil.which("php")
    assert php, "php fehlt: apt-get install php-cli"
    command = [php, str(RENDER), str(WORDPRESS), str(Path(FOLDER) / "wordpress" / "nachschlag.php")]
    run = subprocess.run(command, input=post, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    answer = json.loads(run.stdout)
    return answer["html"], answer["scripts"]


@pytest.mark.parametrize(
    ("post", "html"),
    [
        (
            'Wer [regel id="t9a/angst"]<b>Angst</b>[/regel] hat',
            'Wer <a href="https://regeln.example.org/t9a/angst/" data-regel="t9a/angst"><b>Angst</b></a> hat',
        ),
        ('[regel id="aos:Grundregeln 17.0"]17.0[/regel]', '<span data-regel="aos:Grundregeln 17.0">17.0</span>'),
        ('[regel id="t9a/angst"]', '<a href="https://regeln.example.org/t9a/angst/" data-regel="t9a/angst">t9a/angst</a>'),
        (
            '[regelkarte id="t9a/angst"]',
            '<regel-karte ref="t9a/angst"><a href="https://regeln.example.org/t9a/angst/">t9a/angst</a></regel-karte>',
        ),
    ],
)
def test_shortcodes_become_marked_up_rules(post: str, html: str) -> None:
    assert rendered(post) == (html, ["https://regeln.example.org/einbetten-1.js"])


@pytest.mark.parametrize(
    ("post", "html"),
    [
        ("Ohne Regel lädt nichts.", "Ohne Regel lädt nichts."),
        ("[regelkarte id='\"><script>1</script>']", ""),
        ("[regel id='../x']Text[/regel]", "Text"),
        ("[regel]Te<script>1</script>xt[/regel]", "Te1xt"),
    ],
)
def test_anything_else_stays_text(post: str, html: str) -> None:
    assert rendered(post) == (html, [])
