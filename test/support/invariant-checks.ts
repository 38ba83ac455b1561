import type { Item } from '../simulation/engine.ts';
import * as counters from '../simulation/invariants/counters.ts';
import { finalStateOf } from '../simulation/invariants/final-state.ts';
import * as ledger from '../simulation/invariants/ledger.ts';
import * as orders from '../simulation/invariants/orders.ts';
import type { World } from './world.ts';

/** What the simulation would object to in this table and its provider: about money, orders and counters. */
export function invariantViolations(
  { stripe: emulator, now }: World,
  items: readonly Item[],
): string[] {
  const stripe = { all: (shelf: string) => [...(emulator.read(shelf) ?? [])].reverse() };
  // Of a history these oracles look at the provider and the clock alone.
  const world = { stripe, clock: { now } } as unknown as Parameters<typeof finalStateOf>[0];
  const view = finalStateOf(world, [...items]);
  const invariants = Object.entries({ ...ledger, ...orders, ...counters });
  return (
    invariants
      .flatMap(([name, holds]) => holds(view).map((wrong) => `${name}: ${wrong}`))
      // Which payment an invoice has cannot be read over HTTP as a list; the daily comparison asks one by one.
      .filter((wrong) => !wrong.startsWith('ledgerAgreesWithStripe: invoice '))
  );
}
