import type { Key } from './keys.ts';
import { type Step, update } from './table.ts';

/** Moves counters of one item by these amounts; the item comes to be with the first of them. Undefined: nothing moves. */
export function move<Outcome extends string = never>(
  key: Key,
  amounts: Readonly<Record<string, number | undefined>>,
): Step<Outcome> | undefined {
  const moving = Object.entries(amounts).filter(([, by]) => by !== undefined && by !== 0);
  if (moving.length === 0) return undefined;
  return update(
    key,
    `ADD ${moving.map(([name]) => `#${name} :${name}`).join(', ')}`,
    Object.fromEntries(moving),
  );
}

/** The steps that are there. */
export function present<Outcome extends string>(
  steps: readonly (Step<Outcome> | undefined)[],
): Step<Outcome>[] {
  return steps.filter((step) => step !== undefined);
}
