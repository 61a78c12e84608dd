import { useLayoutEffect, useState, type PointerEvent } from "react";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { numberText } from "../../core/numberFormats.ts";
import { createBoundaryPlot, type BoundaryPlot } from "../../plots/plane/boundaryPlot.ts";
import { createFieldPlot, type FieldPlot } from "../../plots/plane/fieldPlot.ts";
import { frameOf } from "../../plots/frame.ts";
import type { GroupPlane as GroupPlaneDrawn } from "../../plots/small/curvesSvg.ts";
import { planeIndex } from "../../plots/plane/planeIndex.ts";
import type { TablePicture } from "../../plots/plane/tablePlot.ts";
import { SidePlane, keyBelow, planeRoom } from "../pictures/SidePlane.tsx";
import { partOf, type FollowedFunction } from "../postProcessing/whatFollows.ts";
import { TableHost } from "../pictures/TableHost.tsx";
import { CurveHost } from "../pictures/CurveHost.tsx";
import { ContourKey, DecisionKey } from "../pictures/FieldKey.tsx";
import { usePictureHeight } from "../pictures/usePictureHeight.ts";
import { GroupCurve } from "../pictures/groups/GroupCurve.tsx";
import { GroupPlane } from "../pictures/groups/GroupPlane.tsx";
import { GroupMultiples } from "../pictures/groups/GroupMultiples.tsx";
import { PlotHost } from "../pictures/PlotHost.tsx";
import { Readout } from "../pictures/Readout.tsx";
import { useGridCursor } from "../pictures/useGridCursor.ts";
import { usePlot } from "../pictures/usePlot.ts";
import { placeText } from "../controls/words.ts";
import { useWidth } from "../hooks/useWidth.ts";
import { releasedFunction } from "./releasedFunction.ts";
import type { ReleaseLook } from "../study/releaseLook.ts";
import type { ReleasedPicture as Drawn } from "./releasedPicture.ts";
import { sideKey } from "./classSides.ts";
import { ReleasedNumbers } from "./ReleasedNumbers.tsx";

interface ReleasedPictureProps {
  readonly file: ReleaseFile;
  readonly drawn: Drawn | undefined;
  readonly look: ReleaseLook;
  readonly theme: "light" | "dark";
}

export function ReleasedPicture({ file, drawn, look, theme }: ReleasedPictureProps) {
  if (!drawn) return <ReleasedNumbers file={file} isTable={look.table ?? false} />;
  if (drawn.kind === "planes") return <Planes file={file} groups={drawn.groups} theme={theme} />;
  if (drawn.kind === "groups") {
    const [{ picture }] = drawn.groups as [(typeof drawn.groups)[number]];
    return (
      <GroupMultiples
        groups={{ picture: drawn.groups }}
        Part={GroupCurve}
        counts={[picture.x.length]}
        theme={theme}
        reducedMotion
        label={`Released ${picture.label.y} over ${picture.label.x}, for each of ${drawn.groups.length} groups. Arrow keys read values.`}
        readout={(index) => groupReadout(file, drawn.groups, index)}
      />
    );
  }
  if (drawn.kind === "table") return <Rows file={file} drawn={drawn} theme={theme} />;
  return drawn.kind === "curve" ? (
    <CurveHost
      picture={drawn.picture}
      theme={theme}
      reducedMotion
      label={`Released ${drawn.picture.label.y} over ${drawn.picture.label.x}. Arrow keys read values.`}
      readout={(index) => readout(file, index)}
    />
  ) : (
    <Plane file={file} drawn={drawn} theme={theme} />
  );
}

function readout(file: ReleaseFile, index: number | undefined): string {
  const { bands } = file.view;
  const shown = releasedFunction(file);
  if (!shown || index === undefined) {
    return bands.length === 0
      ? ""
      : bands
          .map(({ name, halfWidth, shape }) => `${shape ? "at most " : ""}± ${numberText(halfWidth)}: ${name}`)
          .join(" · ");
  }
  const noise = bands[0] ? ` ± ${numberText(bands[0].halfWidth * (bands[0].shape?.[index] ?? 1))}` : "";
  return `${placesText(shown, index)} · released ${numberText(shown.released[index]!)}${noise}`;
}

function placesText({ axes, names, units }: Pick<FollowedFunction, "axes" | "names" | "units">, index: number): string {
  let rest = index;
  const places = axes.map((axis, k) => {
    const at = axis[rest % axis.length]!;
    rest = Math.floor(rest / axis.length);
    return `${names[k]!} = ${placeText(at, units?.[k], axis.at(-1)! - axis[0]!)}`;
  });
  return places.join(", ");
}

function groupReadout(
  file: ReleaseFile,
  groups: readonly { readonly title: string }[],
  index: number | undefined,
): string {
  const shown = releasedFunction(file);
  if (!shown || index === undefined) return readout(file, undefined);
  const parts = groups.map((_, k) => partOf(shown, k));
  const text = groups.map(({ title }, k) => `${title} ${numberText(parts[k]!.released[index]!)}`);
  const noise = file.view.bands[0] ? `, ± ${numberText(file.view.bands[0].halfWidth)} at most` : "";
  return `${placesText(parts[0]!, index)} · ${text.join(" · ")}${noise}`;
}

function Planes({
  file,
  groups,
  theme,
}: Pick<ReleasedPictureProps, "file" | "theme"> & { readonly groups: readonly GroupPlaneDrawn[] }) {
  const [{ picture }] = groups as [GroupPlaneDrawn];
  return (
    <>
      <GroupMultiples
        groups={{ picture: groups }}
        Part={GroupPlane}
        counts={picture.counts}
        theme={theme}
        reducedMotion
        label={`Released boundaries over ${picture.label.x} and ${picture.label.y}, for each of ${groups.length} groups. Arrow keys read values.`}
        readout={(index) => groupReadout(file, groups, index)}
      />
      <DecisionKey ends={sideKey(file)} theme={theme} />
    </>
  );
}

function Plane({
  file,
  drawn,
  theme,
}: {
  readonly file: ReleaseFile;
  readonly drawn: PlaneDrawn;
  readonly theme: "light" | "dark";
}) {
  const create: (host: HTMLElement) => FieldPlot | BoundaryPlot =
    drawn.kind === "field" ? createFieldPlot : createBoundaryPlot;
  const { host, plotRef, made } = usePlot(create);
  const width = useWidth(host);
  const { index, point, onHost } = useGridCursor(drawn.picture.counts);
  const height = Math.round(Math.min(width * 1.15, usePictureHeight(host, width, { under: keyBelow(width) })));
  const { plane: side, left } = planeRoom(width, height, false);

  useLayoutEffect(() => {
    if (width === 0) return;
    const frame = frameOf(host.current!, { width: side, height }, theme);
    if (drawn.kind === "field") (made() as FieldPlot).update(drawn.picture, frame);
    else (made() as BoundaryPlot).update(drawn.picture, frame);
  }, [host, made, drawn, theme, width, side, height]);

  const indexAt = (clientX: number, clientY: number) => {
    const current = plotRef.current;
    if (!current) return undefined;
    if ("indexAt" in current) return current.indexAt(clientX, clientY);
    const place = current.placeAt(clientX, clientY);
    return place && planeIndex(drawn.picture, place);
  };
  const read = (event: PointerEvent) => point(indexAt(event.clientX, event.clientY));
  return (
    <>
      <div className="plane-stage">
        <PlotHost
          ref={host}
          label={`Released values over ${drawn.picture.label.x} and ${drawn.picture.label.y}. Arrow keys read values.`}
          style={{ height }}
          onRead={read}
          {...onHost}
        />
        <SidePlane left={left}>
          {drawn.kind === "field" ? (
            <ContourKey of={releasedFunction(file)!.valueName} upper={drawn.picture.colourUpper} theme={theme} />
          ) : (
            <DecisionKey ends={sideKey(file)} theme={theme} />
          )}
        </SidePlane>
      </div>
      <Readout text={readout(file, index)} />
    </>
  );
}

function Rows({
  file,
  drawn: { picture, columns, rows },
  theme,
}: {
  readonly file: ReleaseFile;
  readonly drawn: Extract<Drawn, { kind: "table" }>;
  readonly theme: "light" | "dark";
}) {
  const [cursor, setCursor] = useState<readonly [number, number]>();
  const [x, y] = columns as [string, string];
  const row = cursor && nearestRow(picture, cursor);
  const text =
    row === undefined
      ? `Each mark is a row over ${x} and ${y}. Point at it, or press the arrow keys, to read the nearest.`
      : `Row ${row + 1}: ${columns.map((name, k) => `${name} = ${numberText(rows[row * columns.length + k]!)}`).join(" · ")}`;
  return (
    <div className="released-table">
      <div>
        <TableHost
          picture={{ ...picture, cursor }}
          theme={theme}
          label={`Released rows over ${x} and ${y}. Arrow keys read the nearest row.`}
          onCursor={setCursor}
        />
        <Readout text={text} />
      </div>
      <ReleasedNumbers file={file} isTable />
    </div>
  );
}

function nearestRow(
  { clouds, domain: { x, y } }: TablePicture,
  [px, py]: readonly [number, number],
): number | undefined {
  const { coordinates } = clouds[0]!;
  let [nearest, least]: [number | undefined, number] = [undefined, Infinity];
  for (let i = 0; 2 * i < coordinates.length; i++) {
    const distance = Math.hypot(
      (coordinates[2 * i]! - px) / (x[1] - x[0]),
      (coordinates[2 * i + 1]! - py) / (y[1] - y[0]),
    );
    if (distance < least) [nearest, least] = [i, distance];
  }
  return nearest;
}

type PlaneDrawn = Exclude<Drawn, { kind: "curve" | "groups" | "planes" | "table" }>;
