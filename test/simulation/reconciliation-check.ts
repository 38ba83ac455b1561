import type { Posting } from '#shared/rules/ledger/ledger.ts';
import { HOUR } from '#shared/time.ts';
import type { Item, TableEngine } from './engine.ts';
import { grouped } from './invariants/snapshot.ts';
import {
  comparedPostings,
  deleteItem,
  type Entry,
  findsDifference,
  isCompared,
  putItem,
  stepOf,
} from './reconciliation-run.ts';
import { clock, type Simulation } from './simulation.ts';

/*
 * Checks the reconciliation itself, at the end of a history whose books agree: it finds nothing in all of the history, and it finds
 * an entry with a wrong amount, an entry that is missing, and a refund that only Stripe knows of.
 */

/** The entries about money at Stripe: without one of them the two sides differ. */
const AT_STRIPE = /^(paid|returned|subscription|payoutPaid|payoutReturned|lost)$/;

/** Only every fifth seed is checked, because the reconciliation reads all of the history several times. */
const NTH_SEED = 5;

/** Returns what the reconciliation did not find, or found although there is nothing. `seed` chooses what is changed. */
export async function missedDifferences(
  seed: number,
  simulation: Simulation,
  engine: TableEngine,
): Promise<string[]> {
  if (seed % NTH_SEED !== 0) return [];
  const choice = seed / NTH_SEED;
  const items = await engine.dump();
  const entries = items.filter(({ sk }) => sk === 'ENTRY') as unknown as Entry[];
  if (entries.length === 0) return [];
  // A webhook may have come hours after the payment that it is about.
  const charged = simulation.world.stripe.all('charges').map(({ created }) => created * 1_000);
  const began = Math.min(...entries.map(({ at }) => at), ...charged) - HOUR;
  if (await findsDifference(began))
    return ['reconciliationFindsDifferences: it reports a difference, and there is none'];
  const steps = grouped(entries.filter(isCompared), stepOf);
  const names = [...steps.keys()].sort();
  const entry = steps.get(names[choice % names.length] ?? '')?.at(-1);
  return [
    ...(entry ? await missedIn(entry, began, choice) : []),
    ...(await missedRefund(simulation, items)),
  ].map((missed) => `reconciliationFindsDifferences: ${missed}`);
}

/** Changes an entry or, if that makes the ledger differ from Stripe, removes it; restores it afterwards. */
async function missedIn(entry: Entry, began: number, choice: number): Promise<string[]> {
  const isRemoved = AT_STRIPE.test(stepOf(entry)) && choice % 2 === 0;
  const candidates = comparedPostings(entry);
  const changed = candidates[choice % candidates.length];
  const other = entry.postings.find((one) => one !== changed);
  const by = (one: Posting) => (one === changed ? 1 : one === other ? -1 : 0);
  const postings = entry.postings.map((one) => ({ ...one, amount: one.amount + by(one) }));
  await (isRemoved ? deleteItem(entry) : putItem({ ...entry, postings }));
  // A missing entry is found by what happened at Stripe, which may be long before its webhook.
  const isFound = await findsDifference(isRemoved ? began : entry.at - HOUR);
  await putItem(entry);
  const what = isRemoved ? 'is missing' : 'has a wrong amount';
  return isFound ? [] : [`it does not report that ${entry.cause} ${what}`];
}

/** Refunds a cent of a captured payment at Stripe, of which no webhook arrives. */
async function missedRefund(
  { world: { stripe } }: Simulation,
  items: readonly Item[],
): Promise<string[]> {
  const known = new Set(items.map(({ id }) => id));
  const charge = stripe
    .all('charges')
    .find(
      ({ metadata, captured, disputed, amount_refunded: refunded, amount }) =>
        known.has(metadata.conversationId ?? 'none') && captured && !disputed && refunded < amount,
    );
  if (!charge) return [];
  const from = clock.now() - HOUR;
  const { done } = await stripe.requestManually('POST', '/v1/refunds', {
    payment_intent: String(charge.payment_intent),
    amount: '1',
  });
  for (const id of stripe.undeliveredEvents()) stripe.markDelivered(id);
  const isFound = await findsDifference(from);
  return done && !isFound ? [`it does not report the refund of ${charge.id}`] : [];
}
