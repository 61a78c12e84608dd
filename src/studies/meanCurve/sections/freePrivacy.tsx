import { freePrivacy, recordsOfFreePrivacy } from "../../../core/mean/freePrivacy.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberTable } from "../../../panels/shared/NumberTable.tsx";
import { requestOf } from "../model/request.ts";
import type { MeanCurveProps } from "../model/view.ts";

const [fewest, most] = [10, 1e6];
const sizes = Array.from({ length: 41 }, (_, i) => Math.round(fewest * (most / fewest) ** (i / 40)));

/** Theorem 4.2: noise against the chance of the records, where φ falls as 1/N. */
export function Section({ shown, view }: MeanCurveProps) {
  if (!view) return null;
  const { penalty, power, normBound, curvesPerPerson } = requestOf(shown);
  const { recordCount } = view.facts;
  const share = penalty * recordCount;
  const multiplier = view.budget.multiplier * curvesPerPerson;
  const asked = { share, normBound, multiplier };
  const curve = (eta: number) =>
    sizes.map((n) => [n, Math.sqrt(freePrivacy({ ...asked, power: eta, recordCount: n }).noise)] as const);
  const sampling = sizes.map((n) => [n, normBound / Math.sqrt(n)] as const);
  const others = [1, 2].filter((eta) => eta !== power);
  const series = [
    ...others.map((eta) => ({
      points: curve(eta),
      role: "quiet" as const,
      as: "line" as const,
      name: `noise, η = ${eta}`,
    })),
    { points: sampling, role: "original" as const, as: "line" as const, name: "chance of the curves" },
    { points: curve(power), role: "private" as const, as: "line" as const, name: `noise, η = ${numberText(power)}` },
  ];
  const all = series.flatMap(({ points }) => points.map(([, value]) => value));
  const here = freePrivacy({ ...asked, power, recordCount });
  const from = recordsOfFreePrivacy({ ...asked, power });
  return (
    <div className="section-body columns" data-testid="free-privacy">
      <div>
        <p className="explanation">
          With more curves φ may fall as 1/N. The noise then falls faster than the chance of who was asked, if η is
          above 1: in the end privacy is free. At η = 1 both fall alike (Mirshani, Reimherr & Slavković 2019, Theorem
          4.2, which needs η &gt; 1). These are bounds for any curves of norm τ; no record is read.
        </p>
        <NumberTable
          rows={[
            ["φ·N, held as it is here", numberText(share)],
            ["noise here, at most", numberText(Math.sqrt(here.noise))],
            ["chance of the curves here, at most", numberText(Math.sqrt(here.sampling))],
            [
              "noise is the smaller one",
              from === undefined
                ? here.noise < here.sampling
                  ? "for every N"
                  : "for no N, as η = 1"
                : `from N = ${countText(Math.max(1, Math.ceil(from)))}`,
            ],
          ]}
        />
      </div>
      <LineChart
        picture={{
          x: { domain: [fewest, most], isLog: true, label: "number of curves N" },
          y: {
            domain: [Math.min(...all) / 1.5, Math.max(...all) * 1.5],
            isLog: true,
            label: "root of the mean square",
          },
          series,
          description: "The error by noise and by chance against the number of curves, with φ in proportion to 1/N",
        }}
        caption="Errors in the norm of the curves, at the ε and δ in force."
      />
    </div>
  );
}
