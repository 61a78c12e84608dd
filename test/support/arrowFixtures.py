# python test/support/arrowFixtures.py FOLDER: the files of test/fixtures/arrow, as pyarrow 25.0.1 and polars 1.44.2 write them.
import datetime
import decimal
import sys
from pathlib import Path

import polars
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather

folder = Path(sys.argv[1])
n = 300
rows = range(n)
gap = lambda i, value: None if i % 10 == 3 else value
day = datetime.date(2024, 1, 1)
moment = datetime.datetime(2024, 2, 28, 23, 59, 58)
columns = {
    "tiny": pa.array([gap(i, i % 100 - 50) for i in rows], pa.int8()),
    "large": pa.array([gap(i, (i - 150) * 2**40 + i) for i in rows], pa.int64()),
    "unsigned": pa.array([gap(i, i * 2**55) for i in rows], pa.uint64()),
    "half": pa.array([gap(i, i / 8 - 2) for i in rows], pa.float16()),
    "single": pa.array([gap(i, i / 8 - 20) for i in rows], pa.float32()),
    "double": pa.array([gap(i, (i * i % 97) / 7 - 5) for i in rows], pa.float64()),
    "price": pa.array([gap(i, decimal.Decimal(i * i - 4000) / 100) for i in rows], pa.decimal128(12, 2)),
    "even": pa.array([gap(i, i % 2 == 0) for i in rows], pa.bool_()),
    "who": pa.array([gap(i, f"person {i % 7}") for i in rows], pa.string()),
    "long": pa.array([gap(i, f"åäö, a text of more than twelve bytes {i % 5}") for i in rows], pa.large_string()),
    "level": pa.array([gap(i, ["low", "middle", "high"][i % 3]) for i in rows]).dictionary_encode(),
    "day": pa.array([gap(i, day + datetime.timedelta(days=i)) for i in rows], pa.date32()),
    "moment": pa.array([gap(i, moment + datetime.timedelta(hours=7 * i)) for i in rows], pa.timestamp("us")),
    "time": pa.array([gap(i, datetime.time(i % 24, i % 60, 0)) for i in rows], pa.time64("us")),
}
table = pa.table(columns)
more = table.append_column("tags", pa.array([[i] for i in rows])).append_column(
    "blob", pa.array([b"x"] * n, pa.binary())
).append_column("pair", pa.array([{"a": i, "b": str(i)} for i in rows]))
more = more.append_column("last", table["double"])


def write(name, what, opened, codec=None, batch=n):
    options = pa.ipc.IpcWriteOptions(compression=codec)
    with opened(str(folder / name), what.schema, options=options) as writer:
        writer.write_table(what, max_chunksize=batch)


write("file.arrow", table, pa.ipc.new_file)
write("stream.arrows", table, pa.ipc.new_stream, batch=96)
write("zstd.arrow", table, pa.ipc.new_file, "zstd", 160)
pyarrow.feather.write_feather(table, str(folder / "lz4.feather"), compression="lz4")
write("nested.arrow", more, pa.ipc.new_file)
views = pa.table({name: columns[name].cast(pa.string_view()) for name in ["who", "long"]})
write("views.arrow", views.append_column("double", table["double"]), pa.ipc.new_file)

# A stream may replace its dictionary, or add to it.
parts = [["a", "b", None], ["a", "b", "c", "b"], ["z", "y"]]
values = [["a", "b"], ["a", "b", "c"], ["z", "y"]]
schema = pa.schema([("letter", pa.dictionary(pa.int8(), pa.string()))])
options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
with pa.ipc.new_stream(str(folder / "dictionaries.arrows"), schema, options=options) as writer:
    for part, known in zip(parts, values):
        index = pa.array([None if x is None else known.index(x) for x in part], pa.int8())
        writer.write_batch(pa.record_batch([pa.DictionaryArray.from_arrays(index, pa.array(known))], schema=schema))

# One batch of more rows than are read at once.
missing = lambda i, value: None if i // 1000 % 11 == 5 else value
many = range(150_000)
triple = pa.table({"isTriple": pa.array([missing(i, i % 3 == 0) for i in many])})
write("blocks.arrow", triple, pa.ipc.new_file, batch=len(many))
for codec in ["zstd", "lz4"]:
    more = triple.append_column("eighths", pa.array([missing(i, i // 1000 / 8) for i in many])).append_column(
        "word", pa.array([f"w{i % 13}" if i % 149_900 < 100 else None for i in many])
    )
    write(f"blocks-{codec}.arrow", more, pa.ipc.new_file, codec, len(many))

at = datetime.datetime(2024, 3, 10, 6)
units = pa.table({
    "seconds": pa.array([at, None], pa.timestamp("s")),
    "milliseconds": pa.array([at, None], pa.timestamp("ms")),
    "nanoseconds": pa.array([at, None], pa.timestamp("ns")),
    "zoned": pa.array([at, None], pa.timestamp("us", "UTC")),
    "date64": pa.array([at.date(), None], pa.date64()),
    "before": pa.array([datetime.datetime(1969, 12, 31, 18), None], pa.timestamp("us")),
    "wide": pa.array([decimal.Decimal("-1234567890123456.789"), decimal.Decimal("0.1")], pa.decimal256(40, 3)),
    "narrow": pa.array([decimal.Decimal("-0.5"), decimal.Decimal("2.25")], pa.decimal32(5, 2)),
    "sixteenth": pa.array([65504, -(2.0**-24)], pa.float16()),
    "coded": pa.array([2.5, -1]).dictionary_encode(),
    "clock": pa.array([datetime.time(1, 2, 3, 500000), datetime.time(0)], pa.time32("ms")),
})
write("units.arrow", units, pa.ipc.new_file)

both = ["large", "double", "even", "who", "long", "day", "moment"]
frame = polars.from_arrow(table.select(both)).with_columns(level=polars.Series(table["level"].to_pylist(), dtype=polars.Categorical))
for codec in ["uncompressed", "lz4", "zstd"]:
    frame.write_ipc(str(folder / f"polars-{codec}.arrow"), compression=codec, record_batch_size=128)

plain = table.set_column(table.schema.get_field_index("level"), "level", table["level"].cast(pa.string()))
plain = plain.set_column(plain.schema.get_field_index("half"), "half", plain["half"].cast(pa.float32()))
pyarrow.csv.write_csv(plain, str(folder / "table.csv"))
