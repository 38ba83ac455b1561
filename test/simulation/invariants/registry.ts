import type { Item } from '../engine.ts';
import type { Simulation } from '../simulation.ts';
import * as claims from './claims.ts';
import * as counters from './counters.ts';
import * as drafts from './drafts.ts';
import * as entitlements from './entitlements.ts';
import { finalStateOf, type Invariant } from './final-state.ts';
import * as idempotencyKeys from './idempotency-keys.ts';
import * as ledger from './ledger.ts';
import * as orders from './orders.ts';
import * as payouts from './payouts.ts';
import * as pendingWork from './pending-work.ts';
import * as plans from './plans.ts';
import * as responses from './responses.ts';
import * as timing from './timing.ts';

/** All invariants of a finished history, by name. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...ledger,
  ...orders,
  ...counters,
  ...timing,
  ...claims,
  ...payouts,
  ...plans,
  ...pendingWork,
  ...responses,
  ...drafts,
  ...idempotencyKeys,
  ...entitlements,
};

/** Returns every violation with the name of its invariant; an empty list if all hold. */
export function violationsOf(simulation: Simulation, items: readonly Item[]): string[] {
  const state = finalStateOf(simulation.world, items);
  const broken = Object.entries(INVARIANTS).flatMap(([name, invariant]) =>
    invariant(state).map((violation) => `${name}: ${violation}`),
  );
  return [
    ...broken,
    ...simulation.driver.unexpectedErrors.map((fault) => `noUnexpectedErrors: ${fault}`),
  ];
}
