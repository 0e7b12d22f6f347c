"""Page breaks in plain text, and texts without any."""

from nachschlag.generator.ingest.source.page_breaks import find_pages

PROSE = "Ein Trupp zieht, bevor er schießt, und wer zuerst zieht, das sagt der Würfel. " * 12


def pages_of(*pieces: str) -> list[tuple[int, str]]:
    """Each page with its text, without the page's own furniture."""
    text = "".join(pieces)
    found = find_pages(text)
    for span in found.lines:
        assert text[span.start : span.end].strip(), "a page line is a line of its own"
    ends = [mark.start for mark in found.marks[1:]] + [len(text)]
    return [(mark.page, text[mark.start : end].strip()) for mark, end in zip(found.marks, ends, strict=True)]


def test_a_number_at_the_foot_ends_its_page() -> None:
    book = [f"Kapitel {'abcdefgh'[n - 5]}\n\n{PROSE}\n\n{n}\n\n" for n in range(5, 12)]
    assert [(page, text[:9]) for page, text in pages_of(*book)] == [(n, f"Kapitel {'abcdefgh'[n - 5]}") for n in range(5, 12)]


def test_a_number_at_the_head_begins_its_page() -> None:
    book = [f"— {n} —\n\nKapitel {'abcdefgh'[n - 5]}\n\n{PROSE}\n\n" for n in range(5, 12)]
    pages = pages_of(*book)
    assert [page for page, _ in pages] == list(range(5, 12))
    assert all(f"— {page} —" in text for page, text in pages)


def test_named_pages_count() -> None:
    book = [f"{PROSE}\n\nSeite {n} von 4\n\n" for n in range(1, 5)]
    assert [mark.page for mark in find_pages("".join(book)).marks] == [1, 2, 3, 4]


def test_form_feeds_begin_pages_with_the_printed_number_where_there_is_one() -> None:
    assert [page for page, _ in pages_of("eins\f", "zwei\f", "drei")] == [1, 2, 3]
    printed = pages_of("eins\n12\f", "zwei\n13\f", "drei\n14\n")
    assert [(page, text[:4]) for page, text in printed] == [(12, "eins"), (13, "zwei"), (14, "drei")]


def test_a_page_without_its_number_does_not_break_the_run() -> None:
    book = [f"{PROSE}\n\n{'' if n == 6 else n}\n\n" for n in range(1, 14)]
    assert [mark.page for mark in find_pages("".join(book)).marks] == [1, 2, 3, 4, 5, *range(7, 14)]


def test_numbers_of_lists_and_tables_are_no_pages() -> None:
    listed = "".join(f"{n}\nEin Wurf\n\n" for n in range(1, 30)) + PROSE
    table = PROSE + "\n".join(["W6", "Folge", *(f"{n}\nEin kurzer Satz." for n in range(1, 7))]) + PROSE
    chapters = "".join(f"{n}\n\n{PROSE * 30}\n\n" for n in range(1, 4))
    stray = f"{PROSE}\n\n7\n\n{PROSE}\n\n3\n\n{PROSE}\n\n9\n\n{PROSE}\n\n4\n\n{PROSE}\n\n8\n\n{PROSE}"
    in_one_chapter = PROSE * 100 + "".join(f"{n}\n\n{PROSE}\n\n" for n in range(1, 8)) + PROSE * 100
    for text in (listed, table, chapters, stray, in_one_chapter, PROSE, ""):
        assert find_pages(text).marks == ()
