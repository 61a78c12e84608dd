import { registered, type AnyComputation } from "./registry.ts";

interface HeldRecords {
  readonly hold: (id: number, study: string, records: object) => void;
  forget(id: number): void;
  /** Made at first use. */
  task(id: number, name: string): AnyComputation;
}

type Tasks = Readonly<Record<string, AnyComputation>>;

export function createHeldRecords(): HeldRecords {
  const held = new Map<number, { readonly make: () => Tasks; tasks?: Tasks }>();
  return {
    hold: (id, study, records) => {
      held.set(id, { make: () => registered(study).tasksOn(records) });
    },
    forget: (id) => {
      held.delete(id);
    },
    task: (id, name) => {
      const entry = held.get(id);
      if (!entry) throw new Error(`this worker does not hold records ${id}`);
      const task = (entry.tasks ??= entry.make())[name];
      if (!task) throw new Error(`there is no task ${name}`);
      return task;
    },
  };
}
