import { axisValues, releasedValues } from "../../core/releaseFile/releaseFile.ts";
import type { ReleaseFile } from "../../core/releaseFile/releaseFile.ts";

const most = 200;

/** The first numbers of a release, for one that is no function on a grid. */
export function ReleasedNumbers({ file }: { readonly file: ReleaseFile }) {
  const { view, mechanism } = file;
  const isGrid = view.axes.length > 0;
  const axes = view.axes.map(axisValues);
  const values = isGrid ? view.values : releasedValues(mechanism);
  const places = (row: number) => {
    let rest = row;
    return axes.map((axis) => {
      const at = axis[rest % axis.length]!;
      rest = Math.floor(rest / axis.length);
      return String(at);
    });
  };
  return (
    <div className="released-numbers" role="group" aria-label="Released numbers" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {isGrid ? view.axes.map(({ name }, k) => <th key={k}>{name}</th>) : <th>index</th>}
            <th>{isGrid && view.valueName !== "" ? view.valueName : "value"}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(values.slice(0, most), (value, row) => (
            <tr key={row}>
              {isGrid ? places(row).map((place, k) => <td key={k}>{place}</td>) : <td>{row}</td>}
              <td>{String(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > most && (
        <p className="explanation">
          The first {most} of {values.length.toLocaleString("en")} numbers; the file has all.
        </p>
      )}
    </div>
  );
}
