"""Sources in AsciiDoc, LaTeX and Markdown: text with the marks that structure knows."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nachschlag.generator.ingest.source import asciidoc, latex
from nachschlag.generator.ingest.source.plain_marks import with_pipes
from nachschlag.generator.ingest.source.read import read_source
from nachschlag.generator.ingest.source.read_markdown import read_markdown

from tests.growing import assert_linear
from tests.tries import tries

from .test_read import written

LATEX = r"""\documentclass{book}\usepackage{x}
\newcommand{\ap}{Aktionspunkte}
\begin{document}
\chapter{Der W\"urfel} % Kommentar
"`Würfel"' --- gr\"o{\ss}er als \textbf{3 \emph{oder} 4}\footnote{Nie 5.} 50\% \input{kap2}
\section*{Liste}\label{sec:x}
\begin{itemize}\item eins

\item zwei \begin{enumerate}[a)]\def\labelenumi{\x{y}.}\item a\item b\end{enumerate}
\end{itemize}
\begin{description}\item[Schild] hält.\end{description}
\begin{tabular}[t]{@{}ll@{}}\hline A & B \\ \hline 1 & \textit{x} \\ \end{tabular}

Ende\\ Zeile \href{https://x}{Link} $2\times3$.
\end{document} nie
"""
ASCIIDOC = """= Buch
:game: Moos
include::kap2.adoc[]

// weg
== {game}: Regeln
.Tafel
[cols="1,2"]
|===
|A
|B
|1 |*x*
|===
* eins
** tief
. a
. b
TIP: Siehe <<wald,Wald>> (link:x[dort]) und https://x.de[hier].footnote:[Nie.]
[[wald]]
----
*roh*
----
Zauber::
Ein _Spruch_.
"""


def test_latex_is_read(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, "moos.tex", LATEX.encode()))
    assert source.text.split("\n\n") == [
        "# Der Würfel",
        "„Würfel“ — größer als **3 *oder* 4** (Nie 5.) 50%",
        "## Liste",
        "- eins\n- zwei\n   1. a\n   2. b",
        "- **Schild**: hält.",
        "| A | B |\n| --- | --- |\n| 1 | *x* |",
        "Ende\nZeile Link 2×3.\n",
    ]
    assert (source.format, ["kap2" in note for note in source.notes]) == ("latex", [True])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"\underline{Wald}, \textbf{\uline{Moor}} und \textbf{See}\textbf{land}", "**Wald**, **Moor** und **See****land**"),
        (r"\newcommand{\ap}{Punkte\xspace}\newcommand\held[1]{\textbf{#1}}3 \ap{}, ein \held{Held}.", "3 Punkte, ein **Held**."),
        (r"\newcommand{\ab}[2][zwei]{#2 #1}\ab{eins} \ab[drei]{eins}", "eins zwei eins drei"),
        (r"\def\a#1{\b{#1}!}\def\b#1{(#1)}\a{x}", "(x)!"),
        (
            r"\newcounter{nr}\setcounter{nr}{3}\newenvironment{regel}[1]{\section{§ \arabic{nr} {#1}}\stepcounter{nr}"
            r"\newcommand{\satz}{(\Roman{nr})}}{\textbf{Ende.}}\begin{document}\begin{regel}{Torf}\satz{} Er brennt.\end{regel}"
            r"\begin{regel}{Moor}\addtocounter{nr}{-4}Tief: \alph{nr}, \arabic{section}.\end{regel}\end{document}",
            "# § 3 Torf\n\n(IV) Er brennt.**Ende.**\n\n# § 4 Moor\n\nTief: a, .**Ende.**",
        ),
        (r"\SI{6}{\cm} und \qty{2}{\kilo\gram}, $\frac{1}{2}$, $2^3$", "6 cm und 2 kg, 1/2, 2³"),
        (
            r"\begin{tabularx}{\textwidth}{|l|X|}A & B \\ \multicolumn{2}{|c|}{x} \\ \multirow{2}{*}{y} & z\end{tabularx}",
            "| A | B |\n| --- | --- |\n| x | |\n| y | z |",
        ),
        (
            r"\begin{longtable}{ll}\caption{Lang}\\A & B \\ 1 & 2 \\ \end{longtable}",
            "Lang\n\n| A | B |\n| --- | --- |\n| 1 | 2 |",
        ),
        (
            r"\section{Wald \& Moor}\label{w} Tief. \section{See} Siehe \ref{w}, \nameref{w} und \autoref{x}.",
            "# Wald & Moor\n\nTief.\n\n# See\n\nSiehe Wald & Moor, Wald & Moor und .",
        ),
        (
            r"\begin{tabular}{lc}\includegraphics{a.png} & {\Huge \textbf{Wald}}\end{tabular}\\ Er brennt.",
            "**Wald**\n\nEr brennt.",
        ),
        (r"\begin{tcolorbox}[title=Merke,sharp corners]Nie.\end{tcolorbox}", "**Merke**\n\nNie."),
    ],
)
def test_latex_shows_what_its_readers_see(text: str, read: str) -> None:
    assert latex.with_marks(text).text == f"{read}\n"


def test_commands_for_commands_make_no_flood() -> None:
    text = r"\newcommand{\a}{\b\b\b}\newcommand{\b}{\c\c\c}\newcommand{\c}{" + "x" * 999 + "}" + r"\a " * 2000
    read = latex.with_marks(text)
    assert len(read.text) < 1_000_000
    assert any("Eigene Befehle" in note for note in read.notes)


def test_asciidoc_is_read(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, "moos.adoc", ASCIIDOC.encode()))
    assert [line for line in source.text.splitlines() if line] == [
        "# Buch",
        "## Moos: Regeln",
        "**Tafel**",
        "| A | B |",
        "| --- | --- |",
        "| 1 | **x** |",
        "- eins",
        "  - tief",
        "1. a",
        "2. b",
        "TIP: Siehe Wald (dort) und hier. (Nie.)",
        "*roh*",
        "**Zauber**: Ein *Spruch*.",
    ]
    assert (source.format, ["kap2.adoc" in note for note in source.notes]) == ("asciidoc", [True])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("= Buch\nErika Muster <e@example.org>\nv1.2\n:x: y\n\nTief.\n", "# Buch\n\nTief.\n"),
        ("= Buch\n\nEins.\nZwei.\n", "# Buch\n\nEins.\nZwei.\n"),
        (
            "= Buch\nNur Text.\nZwei.\n\n= Teil\nEins <e@example.org>\n",
            "# Buch\nNur Text.\nZwei.\n\n# Teil\nEins <e@example.org>\n",
        ),
        (
            "Ein ((Wald))(((Wald,tief))) mit [.rot]#Baum#, kbd:[F1] und `+a+`: H~2~O, 3^2^.\n",
            "Ein Wald mit Baum, F1 und a: H₂O, 3².\n",
        ),
        ("ifdef::web[]\nNur hier.\nendif::[]\n", "\nNur hier.\n\n"),
        (
            "Siehe <<tief>>, <<_im_moor>>, <<tief,dort>>, <<fehlt>>.\n\n[#tief]\n== Wald\n\n== Im Moor\n",
            "Siehe Wald, Im Moor, dort, fehlt.\n\n## Wald\n\n## Im Moor\n",
        ),
    ],
)
def test_asciidoc_shows_what_its_readers_see(tmp_path: Path, text: str, read: str) -> None:
    assert read_source(written(tmp_path, "moos.adoc", text.encode())).text == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Wald\n====\n\nEr brennt.\n\nMoor\n---\n", "# Wald\n\nEr brennt.\n\n## Moor"),
        ("Der\nWald\n====\n", "# Der Wald"),
        ("## Wald<br>und *Moor* ##\n", "## Wald und Moor"),
        ("---\ntitle: Wald\n---\nEr brennt.\n", "# Wald\n\nEr brennt."),
        ("---\ntitle: Buch\n---\n# Wald\n\n---\ntitle: Moor\nweight: 2\n---\nEs ruht.\n", "# Wald\n\n# Moor\n\nEs ruht."),
        ("Hier.\n\n---\nKraft: 3\nMut: 4\n---\n", "Hier.\n\n---\n\n## Kraft: 3 Mut: 4"),
        (
            "\\spruch{Feuer} brennt.\n\n\\spruch{Eis}\n\n\\textcolor{red}{Rot}\n",
            "\\spruch{Feuer} brennt.\n\n\\spruch{Eis}\n\n\\textcolor{red}{Rot}",
        ),
        ("\\vspace{3pt}\n\\begin{minipage}{9cm}\nTief.\n\\end{minipage}\n\\clearpage\n", "Tief."),
        ("---\nWald: eins\n\nMoor\n", "---\n\nWald: eins\n\nMoor"),
        (
            "Siehe [Wald](#wald), [Moor][m] und <https://example.org>.\n\n[m]: #moor\n",
            "Siehe Wald, Moor und https://example.org.",
        ),
        ("Siehe [[Wald|dort]], [[Moor]] und ![[karte.png]].\n", "Siehe dort, Moor und ."),
        ("Zahle 2 ![Gold](g.svg){width=9pt} an <b>alle</b>.<!-- nie -->\n", "Zahle 2 Gold an **alle**."),
        ("## Wald {#wald .rot}\n\nTief.\n{: .note}\n\nWert {X}.\n", "## Wald\n\nTief.\n\nWert {X}."),
        ("![Ein Pfad](a.png)\n![](b.png)\n\nWeiter.\n", "(Ein Pfad)\n\nWeiter."),
        ("| A | B |\n|:-|-:|\n| ![b](b.svg) | 2\\|3 |\n", "| A | B |\n| --- | --- |\n|  | 2\\|3 |"),
        ("- a\n  - b\n    1. c\n- d\n\n3. e\n", "- a\n  - b\n    1. c\n- d\n\n3. e"),
        ('!!! note "Eile"\n    Nie.\n\nEnde.\n', "!!! note Eile\n\nNie.\n\nEnde."),
        ("??? tip\n    Nie.\n", "Nie."),
        ("> [!TIP]\n> Nie *und* nimmer.\n", "Nie *und* nimmer."),
        ("> [!note]- Eile *mit* Weile\n> Nie.\n", "!!! note Eile *mit* Weile\nNie."),
        ("> Er sprach\n> lang.\n", "Er sprach\nlang."),
        ("<details>\n<summary>Mehr</summary>\n\nEs **gilt**.\n\n</details>\n", "**Mehr**\n\nEs **gilt**."),
        ("Drei[^1] und vier[^1].\n\n[^1]: Nie *fünf*.\n    Nie.\n", "Drei (Nie *fünf*.\nNie.) und vier."),
        ("Drei.\n\n[^9]: Ungenannt.\n", "Drei.\n\nUngenannt."),
        ("H<sub>2</sub>O &amp; 5&nbsp;cm, Held\\*innen, 2&lt;3\n", "H₂O & 5\u00a0cm, Held\\*innen, 2<3"),
        ("<Name> zieht `<x>` weit.\n\n<Wurf>\n", "<Name> zieht <x> weit.\n\n<Wurf>"),
        ("Offen <!-- und weiter\n", "Offen <!-- und weiter"),
        ("```\nWald\n====\n# nie\n```\n\n- a\n\n***\n", "```\nWald\n====\n# nie\n```\n\n- a\n\n---"),
        ("~~~ sh\n```\n~~~\n", "```sh\n'''\n```"),
        ("Eins.\n\f\nZwei.\n", "Eins.\n\f\nZwei."),
        ("Zeile eins\nZeile zwei\n", "Zeile eins\nZeile zwei"),
        ("Wirf:\n- eins\n- zwei\n\nWirf:\n\n- eins\n", "Wirf:\n- eins\n- zwei\n\nWirf:\n\n- eins"),
        (
            "\\page\n\n# Wald\n\\index{Wald!Tiefe}\n\nTief\\index{tief} \\textbf{so}.\n\n\\vspace*{3pt}\n",
            "# Wald\n\nTief \\textbf{so}.",
        ),
        ("{{note\n\n##### Wald\n\nTief.\n}}\n\n{% include a.md %}\n\n[TOC]\n", "##### Wald\n\nTief."),
        (":::note\nTief.\n:::\n\n::: tip Wald\nTief.\n:::\n", "Tief.\n\n::: tip Wald\nTief."),
        ("```\n\\page\n```\n", "```\n\\page\n```"),
        ("Wald\n: Er brennt.\n", "Wald\n: Er brennt."),
    ],
)
def test_markdown_is_read_as_shown(tmp_path: Path, text: str, read: str) -> None:
    source = read_source(written(tmp_path, "moos.md", text.encode()))
    assert (source.format, source.text) == ("markdown", f"{read}\n")


def test_nothing_is_taken_for_a_remark_that_is_none(tmp_path: Path) -> None:
    text = r"\begin{document}Siehe \url{http://a%20b} und \verb|50%| dort. Ende.\end{document}"
    assert read_source(written(tmp_path, "moos.tex", text.encode())).text == "Siehe http://a%20b und 50% dort. Ende.\n"
    table = "= Buch\n\n|===\n| Hieb\nkostet zwei | Schild\n| a 2+| b\n|===\n"
    assert "kostet zwei" in read_source(written(tmp_path, "moos.adoc", table.encode())).text


SIGNS = st.sampled_from(
    ["\\", "{", "}", "[", "]", "begin", "tabular", "item", "*", "_", "=", "|===", "\n", " ", "a", "&", "%", "--", "<<", "::", "."]
)


@settings(max_examples=tries(100), deadline=None)
@given(st.lists(SIGNS, max_size=60).map("".join))
def test_any_source_gives_text(text: str) -> None:
    for read in (asciidoc.with_marks, latex.with_marks):
        assert "\x00" not in read(text).text
    assert with_pipes(text).count("\n") == text.count("\n")


DRAWN = """\
  ----------------------
  Zug      Wirkung
  -------- -------------
  Sprung-  Nie weiter
  lauf     als 3".

  Halt     Sie wartet.
  ----------------------

Bier  Preis
----- -----
hell  1
alt   2

"""
PIPED = """\
| Zug | Wirkung |
| --- | --- |
| Sprung- lauf | Nie weiter als 3". |
| Halt | Sie wartet. |
| Bier | Preis |
| --- | --- |
| hell | 1 |
| alt | 2 |
"""


def test_drawn_tables_get_pipes_and_keep_the_lines_below_in_place() -> None:
    made = with_pipes(f"Moos\n\n{DRAWN}Ende\n")
    assert [line for line in made.splitlines() if line] == ["Moos", *PIPED.splitlines(), "Ende"]
    assert made.splitlines().index("Ende") == 2 + DRAWN.count("\n")


@pytest.mark.parametrize("row", ["Sprunglauf weit", " Halt     x | y", "Halt  \tlang"])
def test_a_drawn_table_whose_words_cross_its_columns_stays(row: str) -> None:
    text = f"Zug      Wirkung\n-------- -------------\nHalt     wartet\n{row}\n\nEnde\n"
    assert with_pipes(text) == text


def test_the_line_that_closes_a_drawn_table_underlines_nothing() -> None:
    rule = "-" * 40
    table = f"{rule}\n2W6    Ereignis\n------ --------\n2      Der Pilz flieht.\n\n12 oder mehr\n{rule}\n"
    read = read_markdown("moos.md", f"Moor.\n\n{table}\nMoos\n----\n".encode())
    assert read.text == f"Moor.\n\n{table}\n## Moos\n"


def test_values_of_attributes_end_where_they_would_be_most_of_the_text() -> None:
    read = asciidoc.with_marks(":a: " + "x" * 50_000 + "\n\n" + "{a}" * 10_000 + "\n\nEnde {b}\n")
    assert len(read.text) < 300_000
    assert read.text.endswith("{a}{a}\n\nEnde {b}\n")
    assert "Attribute" in read.notes[0]
    assert asciidoc.with_marks(":a: Moor\n\n{a}\n") == asciidoc.Decoded("\nMoor\n")


#: What may stand in each other, or never ends.
SHAPES = ("![", "*a_", "<!--", "> ", "[^1]", "!!! a\n    ", "---\na: b\n", "```\n", "----- --\n", "[[a|", "- a\n\n  ")


def _markdown(text: str) -> None:
    read_markdown("moos.md", text.encode())


def test_names_without_a_value_leave_room_for_those_with_one() -> None:
    text = f":wald: {'Baum ' * 200}\n\n{'{unbekannt} ' * 10_000}\n\n{'{wald} ' * 150}\n"
    read = asciidoc.with_marks(text)
    assert (read.text.count("Baum"), read.notes) == (200 * 150, ())


@pytest.mark.parametrize(
    "made",
    [
        lambda size: "\\begin{tabular}{l}" + "&" * (size // 2) + "\\\\ a" * (size // 8) + "\\end{tabular}",
        lambda size: "\\begin{itemize}" * (size // 30) + "\\item a" * (size // 14),
    ],
    ids=["cells", "lists"],
)
def test_latex_grows_no_further_than_its_cells_and_items(made: Callable[[int], str]) -> None:
    assert len(latex.with_marks(made(20_000)).text) < 400_000


@pytest.mark.parametrize(
    ("read", "made", "size"),
    [
        (with_pipes, lambda size: f"x\n---{' --' * (size // 12)}\n" + "a\n" * (size // 3), 20_000),
        (latex.with_marks, lambda size: "\\section{" * (size // 20) + "a b " * (size // 8) + "}" * (size // 20), 40_000),
        (
            latex.with_marks,
            lambda size: "\\begin{tabular}{l}" * (size // 34) + "a & b" + "\\end{tabular}" * (size // 34),
            100_000,
        ),
        (latex.with_marks, lambda size: "\\def\\a{" * (size // 7), 40_000),
        (latex.with_marks, lambda size: "\\def\\a#1{b}" + "\\a{" * (size // 3), 40_000),
        *((_markdown, lambda size, sign=sign: sign * (size // len(sign)), 20_000) for sign in SHAPES),
    ],
    ids=["drawn", "headings", "tables", "definitions", "commands", *map(repr, SHAPES)],
)
def test_what_is_nested_takes_no_longer_per_character(read: Callable[[str], Any], made: Callable[[int], str], size: int) -> None:
    def took(size: int) -> float:
        text = made(size)
        start = time.process_time()
        read(text)
        return time.process_time() - start

    assert_linear(took, (size, 2 * size))
