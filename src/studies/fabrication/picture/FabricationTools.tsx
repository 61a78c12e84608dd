import { DrawAgain } from "../../../panels/controls/DrawAgain.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { layers, type Layer } from "../model/fields.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationProps } from "../model/view.ts";

const layerNames: Readonly<Record<Layer, string>> = {
  original: "records",
  noisy: "noisy",
  fabricated: "fabricated",
  image: "image",
};

export function FabricationTools({ scenario, view, data, set, act, tool, setTool, reducedMotion }: FabricationProps) {
  const inside = scenario.view === "inside";
  const choose = (change: Partial<FabricationScenario>) => set(change, { commit: true });
  const steps = view ? view.facts.frames.length : 0;
  const offered = layers.filter((layer) => inside || layer !== "original");
  const toggle = (layer: Layer) =>
    choose({ layers: layers.filter((each) => (each === layer) !== scenario.layers.includes(each)) });
  const moments: Record<string, string> = {};
  for (let k = 0; k < steps; k++) moments[k] = k === 0 ? "noisy" : `after step ${k}`;
  moments["result"] = "fabricated";
  const at = typeof tool.at === "number" && tool.at < steps ? String(tool.at) : "result";

  return (
    <div className="stage-tools">
      <DrawAgain onDraw={act.redraw} />
      {data.edited && inside && (
        <button type="button" onClick={() => act.editRecords(undefined)}>
          Put the record back
        </button>
      )}
      <span className="layers" role="group" aria-label="Layers">
        {offered.map((layer) => (
          <label key={layer}>
            <input type="checkbox" checked={scenario.layers.includes(layer)} onChange={() => toggle(layer)} />
            {layerNames[layer]}
          </label>
        ))}
      </span>
      <ToolChoice
        label="Ground"
        value={scenario.field}
        choices={{ classes: "classes", distance: "distance", none: "none" }}
        onChange={(field) => choose({ field })}
      />
      <ToolChoice
        label="Rows"
        value={at}
        choices={moments}
        onChange={(value) => setTool({ playing: false, at: value === "result" ? "result" : Number(value) })}
      />
      {!reducedMotion && (
        <button
          type="button"
          aria-pressed={tool.playing}
          disabled={steps < 1 || !scenario.layers.includes("fabricated")}
          onClick={() => setTool({ playing: !tool.playing, at: tool.playing ? tool.at : 0 })}
        >
          {tool.playing ? "Stop" : "Play the smoothing"}
        </button>
      )}
    </div>
  );
}
