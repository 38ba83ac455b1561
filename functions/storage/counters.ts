import type { Key } from './keys.ts';
import { type Condition, put, type Step, update } from './table.ts';

/**
 * The step that adds amounts to counters of an item, which is created if it does not exist. Undefined if all amounts are
 * zero.
 */
export function addToCounters<Outcome extends string = never>(
  key: Key,
  amounts: Readonly<Record<string, number | undefined>>,
  condition?: Condition<Outcome>,
): Step<Outcome> | undefined {
  const moving = Object.entries(amounts).filter(([, by]) => by !== undefined && by !== 0);
  if (moving.length === 0) return undefined;
  return update(
    key,
    `ADD ${moving.map(([name]) => `#${name} :${name}`).join(', ')}`,
    Object.fromEntries(moving),
    condition,
  );
}

/** The steps that are not undefined. */
export function definedSteps<Outcome extends string>(
  steps: readonly (Step<Outcome> | undefined)[],
): Step<Outcome>[] {
  return steps.filter((step) => step !== undefined);
}

/** The counts of a conversation, and the version of the conversation that they were taken from. */
export type Counted = {
  readonly counts: Readonly<Record<string, number>>;
  readonly version: number;
};

/** The step that stores what was counted in place of what was read before. CHANGED: another call has counted meanwhile. */
export const putCounted = (
  item: Key & Counted & { readonly expiresAt: number },
  before: Counted | undefined,
): Step<'CHANGED'> =>
  put(item, {
    when: 'attribute_not_exists(#version) OR #version = :before',
    values: { before: before?.version ?? 0 },
    otherwise: 'CHANGED',
  });
