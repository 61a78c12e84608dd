import { useEffect, useMemo, useState } from "react";
import type { SensitivityOnGrid } from "../../../core/mean/compatibility.ts";
import { isCompatible } from "../../../core/mean/curveKernels.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { useDebounced } from "../../../panels/hooks/useDebounced.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import type { MeanCurveProps } from "../model/view.ts";
import { requestOf } from "../model/request.ts";
import "../../../panels/shared/guaranteePanel.css";
import { defined } from "../../../core/defined.ts";

/** Sensitivity on finer and finer grids: flat while noise and estimator are compatible, else growing. */
export function CompatibilityPanel(props: MeanCurveProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="guarantee" data-testid="compatibility" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Compatibility: does the noise hide every grid?</summary>
      {open && <Opened {...props} />}
    </details>
  );
}

interface Found {
  readonly own: readonly SensitivityOnGrid[];
  /** With the chosen noise; absent until computed. */
  readonly chosen: readonly SensitivityOnGrid[] | undefined;
}

function Opened({ scenario, recordsId: records, client }: MeanCurveProps) {
  const parameters = useDebounced(useSame({ ...requestOf(scenario), curvesPerPerson: 1, drawCount: 1, seed: 1 }));
  const [progress, setProgress] = useState(0);
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (records === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const overtaken = () => signal.aborted;
    const measure = async () => {
      setProgress(0);
      const ask = (noiseKernel: typeof parameters.noiseKernel, onProgress?: (fraction: number) => void) =>
        client.run("compatibility", records, { ...parameters, noiseKernel }, { signal, ...defined({ onProgress }) });
      const own = await ask(parameters.kernel);
      if (overtaken()) return;
      if (own.ok) setFound({ own: own.value, chosen: undefined });
      const chosen =
        parameters.noiseKernel === parameters.kernel ? own : await ask(parameters.noiseKernel, setProgress);
      if (overtaken()) return;
      setProgress(1);
      setProblem(chosen.ok ? undefined : chosen.error.message);
      if (own.ok && chosen.ok) setFound({ own: own.value, chosen: chosen.value });
    };
    void measure();
    return () => controller.abort();
  }, [records, parameters, client]);

  const compatible = isCompatible(parameters);
  const growth = found?.chosen && found.chosen.at(-1)!.sensitivity / found.chosen[0]!.sensitivity;
  return (
    <div className="columns">
      <div>
        {found && <Sensitivities {...found} />}
        {progress < 1 && <progress aria-label="Computing the sensitivities" max={1} value={progress} />}
        {problem !== undefined && <p className="problem">{problem}</p>}
      </div>
      <div>
        <p>
          A curve has infinitely many points, and the guarantee should hold for all of them. The noise can hide a
          difference of two means only if that difference lies in the noise’s own space of functions. Then Δ settles as
          the grid grows finer.
        </p>
        <p data-testid="compatibility-verdict">
          {compatible
            ? "These two are compatible: the penalised mean is at least as smooth as that space asks."
            : "These two are not: the penalised mean is rougher than that space allows. Each finer grid shows more of the difference, so Δ grows without bound, and no finite noise protects the curve."}
          {growth !== undefined && ` From 10 to 1000 points Δ changes by a factor of ${numberText(growth)}.`}
        </p>
        <p className="source">
          Mirshani, Reimherr & Slavković (2019), Definition 3.1 and Theorem 3.1. On an interval Matérn kernels of
          smoothness ν in the estimator and ν′ in the noise are compatible where 2η(ν + ½) ≥ ν′ + ½.
        </p>
      </div>
    </div>
  );
}

function Sensitivities({ own, chosen = [] }: Found) {
  const picture = useMemo(() => {
    const line = (points: readonly SensitivityOnGrid[]) =>
      points.map(({ pointCount, sensitivity }) => [pointCount, sensitivity] as const);
    const values = [...chosen, ...own].map(({ sensitivity }) => sensitivity);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const middle = Math.sqrt(least * most);
    const isSame = chosen.at(-1)?.sensitivity === own.at(-1)!.sensitivity;
    const given = { points: line(chosen), role: "private" as const };
    return {
      x: { domain: [own[0]!.pointCount, own.at(-1)!.pointCount] as const, isLog: true, label: "grid points m" },
      y: {
        domain: [Math.min(least / 1.3, middle / 3.2), Math.max(most * 1.3, middle * 3.2)] as const,
        ...{ isLog: true, label: "sensitivity Δ" },
      },
      series: [
        {
          points: line(own),
          role: "quiet" as const,
          as: "line" as const,
          ...(!isSame && { name: "the curve’s own kernel" }),
        },
        { ...given, as: "line" as const, name: isSame ? "this noise: the curve’s own kernel" : "this noise" },
        { ...given, as: "dots" as const },
      ],
      description: "Sensitivity against the number of grid points, on log scales",
    };
  }, [own, chosen]);
  return (
    <LineChart
      picture={picture}
      caption="Δ for one curve on finer and finer grids, rounding left out; no record is read."
    />
  );
}
