import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { exportRows } from "../../../src/studies/density/outside.ts";
import type { DensityExport, ExportedGuarantee } from "../../../src/studies/density/outside.ts";

const guarantee: ExportedGuarantee = {
  epsilon: 1,
  delta: 1e-5,
  calibration: "analytic",
  sensitivity: 0.0056,
  noiseMultiplier: 3.73,
  achievedDelta: 9.99e-6,
  recordCount: 272,
  route: "gaussian",
  relativeRate: 1,
  domain: [[0, 1]],
  bandwidths: [0.3],
  correlation: 0,
  post: "raw",
  seed: "secure",
  ownData: true,
};
const outside = (change: Partial<ExportedGuarantee> = {}, name = "eruptions"): DensityExport => ({
  view: "outside",
  coordinates: [{ name, values: Float64Array.of(0, 0.5, 1) }],
  released: Float64Array.of(0.1, -0.25, 1e-9),
  standardDeviation: 0.02,
  guarantee: { ...guarantee, ...change },
});
const inside = (): DensityExport => ({ ...outside(), view: "inside", original: Float64Array.of(7.125, 7.25, 7.375) });
const rowsOf = (csv: string) =>
  Papa.parse<string[]>(csv, { skipEmptyLines: true }).data.filter(([first]) => !first!.startsWith("# "));

describe("exportRows", () => {
  test("exportRows(outside) is the private curve with its public numbers", () => {
    expect(exportRows(outside())).toBe(
      [
        "# Curveil density; outside view: the private curve only",
        "# neighbours = one record replaced; number of records public",
        "# epsilon = 1",
        "# delta = 0.00001",
        "# calibration = analytic",
        "# delta achieved = 0.00000999",
        "# sensitivity = 0.0056",
        "# noise multiplier = 3.73",
        "# noise standard deviation = 0.02",
        "# n = 272",
        "# h = 0.3",
        "# route = gaussian",
        "# domain = 0..1",
        "# drawn with the browser's cryptographic random source",
        "eruptions,private,noise standard deviation",
        "0,0.1,0.02",
        "0.5,-0.25,0.02",
        "1,1e-9,0.02",
        "",
      ].join("\r\n"),
    );
  });

  test("exportRows has no comma in a comment, so that every reader sees whole lines", () => {
    const comments = exportRows(inside())
      .split("\r\n")
      .filter((line) => line.startsWith("#"));
    expect(comments).toHaveLength(14);
    expect(comments.filter((line) => /[",]/.test(line))).toEqual([]);
  });

  test("exportRows(inside) has the original beside it and says that it is not private", () => {
    const csv = exportRows(inside());
    expect(csv).toContain("inside view: holds the original curve and is not private; do not pass it on");
    expect(rowsOf(csv).slice(0, 2)).toEqual([
      ["eruptions", "private", "original", "noise standard deviation"],
      ["0", "0.1", "7.125", "0.02"],
    ]);
  });

  test("exportRows(outside) holds no true value, even if an object carries one", () => {
    const careless = { ...inside(), view: "outside" } as DensityExport;
    expect(exportRows(careless)).not.toContain("original");
    expect(exportRows(careless)).not.toMatch(/7\.(125|25|375)/);
  });

  test("exportRows in the plane has two coordinates, Sobolev rate, correlation and post-processing", () => {
    const flat = outside({
      route: "sobolev",
      relativeRate: 2,
      post: "density",
      domain: [
        [0, 1],
        [-1, 1],
      ],
      bandwidths: [0.1, 0.2],
    });
    const csv = exportRows({
      ...flat,
      coordinates: [...flat.coordinates, { name: "y", values: Float64Array.of(-1, 0, 1) }],
    });
    expect(csv).toContain(
      "# h = 0.1 0.2\r\n# correlation = 0\r\n# route = sobolev with rate 2/h\r\n# domain = 0..1 x -1..1\r\n",
    );
    expect(csv).toContain("# post-processing = clipped at zero and renormalised\r\n");
    expect(rowsOf(csv)[1]).toEqual(["0", "-1", "0.1", "0.02"]);
  });

  test("exportRows names the seed of a teaching draw, but not that of one's own data seen from outside", () => {
    const known = "the noise is known; this protects nobody";
    expect(exportRows(outside({ seed: 42, ownData: false }))).toContain(`teaching draw; seed 42: ${known}`);
    expect(exportRows(outside({ seed: 424242 }))).toContain(`teaching draw; seed not written here: ${known}`);
    expect(exportRows(outside({ seed: 424242 }))).not.toContain("424242");
  });

  test.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "\r=1",
    "\u200b=1",
    "＝1",
    '=HYPERLINK("http://x","y")',
    "# note",
  ])("exportRows makes the column name %j inert", (name) => {
    const [header] = rowsOf(exportRows(outside({}, name)));
    expect(header![0]).toMatch(/^'/);
    expect(header).toHaveLength(3);
  });

  test.each(["a,b", 'say "x"', "a;b", "waiting time", "Größe", "<b>x</b>", ""])(
    "exportRows keeps the column name %j whole",
    (name) => {
      expect(rowsOf(exportRows(outside({}, name)))[0]![0]).toBe(name);
    },
  );

  test("exportRows writes a name of several lines on one", () => {
    expect(rowsOf(exportRows(outside({}, "a\r\n=b")))[0]![0]).toBe("a =b");
  });
});
