/** What is looked at of what a screen shows, to see what moved. */
interface Moving<S> {
  readonly scenario: S;
  readonly view: { readonly axes: unknown } | undefined;
  readonly records: unknown;
}

/** Whether what moved since is the picture's alone, so that it may be drawn ahead of all that is rendered. */
export type MoveRule<P> = (now: P, shown: P) => boolean;

/**
 * A rule by which values move, and with them ε and some further settings. What lies over a picture and is moved itself follows
 * from the rest of the scenario and from the records, where it stands from the axes.
 *
 * @param furtherOf settings that nothing over the picture of a scenario follows from
 */
export function moveRule<S extends { readonly epsilon: number }>(
  furtherOf: (shown: S) => readonly (keyof S)[] = () => [],
): MoveRule<Moving<S>> {
  return (now, shown) => {
    const free = new Set<keyof S>(["epsilon", ...furtherOf(shown.scenario)]);
    const fields = Object.keys(now.scenario) as (keyof S)[];
    return (
      now.view?.axes === shown.view?.axes &&
      now.records === shown.records &&
      fields.every((field) => free.has(field) || now.scenario[field] === shown.scenario[field])
    );
  };
}

/** What a frame says of its picture. */
interface Framed {
  readonly view: unknown;
  readonly data: { readonly loading: unknown; readonly making: boolean };
  readonly failure: unknown;
  readonly stale: boolean;
  readonly computing: boolean;
}

/**
 * Whether a frame has nothing to say at once: a picture is as whole as it was, and is not begun to be computed. A worker that is
 * asked at each move of a hand is busy and idle in turn; that it is idle may be said later.
 */
export function frameMayWait(now: Framed, shown: Framed): boolean {
  const loads = ({ data }: Framed) => data.loading !== undefined || data.making;
  return (
    (now.view === undefined) === (shown.view === undefined) &&
    loads(now) === loads(shown) &&
    now.failure === shown.failure &&
    now.stale === shown.stale &&
    (shown.computing || !now.computing)
  );
}
