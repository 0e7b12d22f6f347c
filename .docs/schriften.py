"""Make the font subsets of pages and of preview pictures from Vollkorn's files.

Needs fonttools and brotli, and the package @fontsource/vollkorn of npm, unpacked:

    npm pack @fontsource/vollkorn && tar xzf fontsource-vollkorn-*.tgz
    python .docs/schriften.py package/files generator/assets

Latin with German letters and marks; lining figures are the default ones (the font's own are old-style), tabular ones a feature.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FILES = {
    "vollkorn-latin-600-normal.woff2": "site/assets/schriften/vollkorn-600.woff2",
    "vollkorn-latin-400-italic.woff2": "previews/vollkorn-400-kursiv.woff2",
}
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "\xa0§«\xad°±²³·»¼½¾ÄÖ×Üßàáâäæçèéêëîïñóôöøùúûü–—‘’‚“”„…′″−"


def lining_figures(font: TTFont) -> None:
    """Let the digits' code points lead to the lining figures."""
    table = font["GSUB"].table
    lookups = [i for r in table.FeatureList.FeatureRecord if r.FeatureTag == "lnum" for i in r.Feature.LookupListIndex]
    lining = {k: v for i in lookups for sub in table.LookupList.Lookup[i].SubTable for k, v in sub.mapping.items()}
    for cmap in font["cmap"].tables:
        cmap.cmap.update({code: lining[name] for code, name in cmap.cmap.items() if chr(code).isdigit() and name in lining})


def main(source: Path, target: Path) -> None:
    options = subset.Options(
        layout_features=["kern", "liga", "mark", "mkmk", "tnum"], hinting=False, flavor="woff2", name_IDs=[0, 1, 2, 13, 14]
    )
    for name, ours in FILES.items():
        font = TTFont(source / name)
        lining_figures(font)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=LETTERS)
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(target / ours)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
