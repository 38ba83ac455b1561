import type { Change } from './changes.ts';
import { type Condition, missingOr } from './conditions.ts';
import type { Key, KeyOf } from './keys.ts';
import { put, type Step, update } from './table.ts';

/**
 * The step that adds amounts to counters of an item, which is created if it does not exist. Undefined if all amounts are
 * zero.
 */
export function addToCounters<Stored, Outcome extends string = never>(
  key: KeyOf<Stored>,
  amounts: Amounts<NoInfer<Stored>>,
  condition?: Condition<NoInfer<Stored>, Outcome>,
): Step<Outcome> | undefined {
  const add = withoutZeros(amounts);
  return Object.keys(add).length === 0 ? undefined : update(key, { add }, condition);
}

/** The amounts that are neither undefined nor zero. */
export const withoutZeros = <Amounts extends object>(amounts: Amounts): Amounts =>
  Object.fromEntries(
    Object.entries(amounts).filter(([, by]) => by !== undefined && by !== 0),
  ) as Amounts;

type Amounts<Stored> = NonNullable<Change<Stored>['add']>;

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
    when: { version: missingOr(before?.version ?? 0) },
    otherwise: 'CHANGED',
  });
