import type { Item } from '../engine.ts';
import type { Stage } from '../stage.ts';
import * as belongings from './belongings.ts';
import * as counters from './counters.ts';
import * as drafts from './drafts.ts';
import * as ledger from './ledger.ts';
import * as moments from './moments.ts';
import * as orders from './orders.ts';
import * as payouts from './payouts.ts';
import * as plans from './plans.ts';
import * as requests from './requests.ts';
import * as rest from './rest.ts';
import * as told from './told.ts';
import { type Invariant, viewOf } from './view.ts';

/** All that must hold of a world at rest, by name. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...ledger,
  ...orders,
  ...counters,
  ...moments,
  ...payouts,
  ...plans,
  ...rest,
  ...told,
  ...drafts,
  ...requests,
  ...belongings,
};

/** What does not hold, each with the name of what it breaks; nothing where all is well. */
export function violationsOf(stage: Stage, items: readonly Item[]): string[] {
  const view = viewOf(stage.world, items);
  const broken = Object.entries(INVARIANTS).flatMap(([name, invariant]) =>
    invariant(view).map((sentence) => `${name}: ${sentence}`),
  );
  return [...broken, ...stage.driver.faults.map((fault) => `nothingFails: ${fault}`)];
}
