import type { BaseType, Selection } from "d3";

type Attributes = Readonly<Record<string, string | number | null>>;

export function setAttributes<E extends BaseType, P extends BaseType, Q>(
  elements: Selection<E, unknown, P, Q>,
  attributes: Attributes,
): typeof elements {
  for (const [name, value] of Object.entries(attributes)) elements.attr(name, value);
  return elements;
}

type Parent = Selection<SVGSVGElement, unknown, null, undefined> | Selection<SVGGElement, unknown, null, undefined>;

export function append<N extends keyof SVGElementTagNameMap>(
  parent: Parent,
  name: N,
  attributes: Attributes = {},
  text?: string,
): Selection<SVGElementTagNameMap[N], unknown, null, undefined> {
  const added = (parent as Selection<SVGGElement, unknown, null, undefined>).append<SVGElementTagNameMap[N]>(name);
  setAttributes(added, attributes);
  return text === undefined ? added : added.text(text);
}
