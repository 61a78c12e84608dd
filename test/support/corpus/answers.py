# Writes test/fixtures/corpus.json: what pandas and readr make of generated files, where it is not what was meant.
# node test/support/corpus/fileCorpus.mjs FOLDER && Rscript test/support/corpus/readr.R FOLDER && python3 test/support/corpus/answers.py FOLDER
# Made with pandas 1.5.3 and readr 2.1.4.
import json
import math
import sys
from pathlib import Path

import pandas

folder = Path(sys.argv[1])
told = {name: rest for name, *rest in (line.split(" ") for line in (folder / "told").read_text().splitlines())}
meant = json.loads((folder / "meant.json").read_text())


def cell(value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if type(value).__name__ in ("bool", "bool_"):
        return str(value).lower()
    return value if isinstance(value, str) else float(value)


def columns_of(name):
    try:
        separator, encoding, header, decimal, missing = told[name]
        encoding = {"utf-16le": "utf-16", "utf-8": "utf-8-sig"}.get(encoding, encoding)
        with_names = {} if header == "true" else {"header": None}
        marks = {"decimal": decimal, "thousands": "." if decimal == "," else ","}
        read = pandas.read_csv(
            folder / name, sep=chr(int(separator)), encoding=encoding, na_values=[missing], keep_default_na=False, **marks, **with_names
        )
    except Exception as problem:
        return type(problem).__name__
    return [[cell(value) for value in read[column].tolist()] for column in read]


def same(one, other):
    if isinstance(one, str) or isinstance(other, str) or one is None or other is None:
        return one == other
    return abs(one - other) <= 1e-12 * max(1, abs(other))


def answers(found, expected):
    """An error; another shape; or for each column 1, or the first cell that is another one."""
    if isinstance(found, str):
        return found
    if len(found) != len(expected) or any(len(one) != len(other) for one, other in zip(found, expected)):
        return f"{len(found)} columns, {len(found[0]) if found else 0} rows"
    differing = [[i for i, cells in enumerate(zip(*pair)) if not same(*cells)] for pair in zip(found, expected)]
    return [1 if not rows else [rows[0], found[j][rows[0]]] for j, rows in enumerate(differing)]


readr = json.loads((folder / "readr.json").read_text())
found = {
    program: {name: answers(columns(name), meant[name]) for name in told}
    for program, columns in {"pandas": columns_of, "readr": readr.get}.items()
}
lines = [
    f'"{program}": {{\n' + ",\n".join(f'  "{name}": {json.dumps(answer, ensure_ascii=False)}' for name, answer in files.items()) + "\n}"
    for program, files in found.items()
]
Path("test/fixtures/corpus.json").write_text("{" + ",\n".join(lines) + "}\n")
