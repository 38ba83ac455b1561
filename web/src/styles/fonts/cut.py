"""Cuts the fonts of this folder from the package @fontsource-variable/newsreader. README.md says how to run it."""

import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LATIN = (
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,"
    "U+2191,U+2193,U+2212,U+2215"
)
# Extended A is what European languages write; the rest: ƒ, Romanian, Azerbaijani, Welsh, ẞ and ỳ.
LATIN_EXT = (
    "U+0100-0130,U+0132-0151,U+0154-017F,U+0192,U+0218-021B,U+0237,U+0259,U+1E80-1E85,U+1E9E,U+1EF2-1EF3"
)
FILES = {
    "newsreader-latin-normal.woff2": ("newsreader-latin-opsz-normal.woff2", (400, 650), LATIN),
    "newsreader-latin-italic.woff2": ("newsreader-latin-opsz-italic.woff2", 400, LATIN),
    "newsreader-latin-ext-normal.woff2": ("newsreader-latin-ext-opsz-normal.woff2", (400, 650), LATIN_EXT),
}
# The size that body text has, in pixels.
OPTICAL_SIZE = 18
# Kerning is kept in steps of 0.4 % of the size: 0.07 px in body text.
KERNING_STEP = 8


def options():
    chosen = subset.Options()
    chosen.layout_features = ["kern", "liga", "tnum", "lnum", "locl", "ccmp"]
    chosen.hinting = False
    chosen.name_IDs = [1, 2]
    chosen.drop_tables += ["STAT", "gasp", "prep"]
    return chosen


def pair_tables(font):
    if "GPOS" not in font:
        return
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            yield table.ExtSubTable if table.LookupType == 9 else table


def class_kerning(tables, first, second):
    """The kerning of two glyphs by their classes, which holds where the pair has no entry of its own."""
    for table in tables:
        if table.Format == 2 and first in table.Coverage.glyphs:
            row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)]
            return getattr(row.Class2Record[table.ClassDef2.classDefs.get(second, 0)].Value1, "XAdvance", 0)
    return 0


def thin_kerning(font):
    """Rounds the kerning, makes it the same in every weight, and drops the pairs that say what their classes say."""
    tables = list(pair_tables(font))
    for table in tables:
        pairs = table.Format == 1
        rows = [row.PairValueRecord if pairs else row.Class2Record for row in (table.PairSet if pairs else table.Class1Record)]
        for value in (record.Value1 for row in rows for record in row if record.Value1):
            value.XAdvance = round(getattr(value, "XAdvance", 0) / KERNING_STEP) * KERNING_STEP
            if hasattr(value, "XAdvDevice"):
                del value.XAdvDevice
        # All of it but the bit of the variation.
        table.ValueFormat1 &= ~0x40
    for table in tables:
        if table.Format != 1:
            continue
        for first, row in zip(table.Coverage.glyphs, table.PairSet):
            row.PairValueRecord = [
                record
                for record in row.PairValueRecord
                if getattr(record.Value1, "XAdvance", 0) != class_kerning(tables, first, record.SecondGlyph)
            ]
            row.PairValueCount = len(row.PairValueRecord)
        kept = [(first, row) for first, row in zip(table.Coverage.glyphs, table.PairSet) if row.PairValueRecord]
        table.Coverage.glyphs = [first for first, _ in kept]
        table.PairSet = [row for _, row in kept]
        table.PairSetCount = len(kept)


def cut(source, weight, characters, target):
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weight, "opsz": OPTICAL_SIZE})
    subsetter = subset.Subsetter(options())
    subsetter.populate(unicodes=subset.parse_unicodes(characters))
    subsetter.subset(font)
    thin_kerning(font)
    font.flavor = "woff2"
    font.save(target)
    print(f"{os.path.getsize(target):6} {os.path.basename(target)}")


if __name__ == "__main__":
    for name, (source, weight, characters) in FILES.items():
        cut(os.path.join(sys.argv[1], source), weight, characters, os.path.join(os.path.dirname(os.path.abspath(__file__)), name))
