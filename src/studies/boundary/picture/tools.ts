import { ownData } from "../../../state/scenario/ownData.ts";
import { offered } from "../model/options.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { Tool } from "../model/view.ts";

/** By default points of an example are dragged, one's own data only read. */
export function activeTool(tool: Tool | undefined, shown: BoundaryScenario): Tool {
  const { data, view, task } = shown;
  if (view === "outside" || !offered("editing")({ shown })) return "read";
  if (tool === undefined) return data === ownData ? "read" : "grab";
  const needsLabels = tool === "flip" || tool === "negative";
  return needsLabels && task !== "classification" ? "grab" : tool;
}
