import type { Snapshot } from './invariants/snapshot.ts';

/*
 * Counts what occurred in the histories. Invariants hold trivially where nothing happens, so a passing run also
 * states how much it covered.
 */

export type Coverage = Readonly<Record<string, number>>;

/** Counts the orders, ledger entries, payouts, disputes and answers of a history. */
export function coverageOf(state: Snapshot): Coverage {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const { status, price } of state.conversations) if (price > 0) add(`order ${status}`);
  for (const { cause } of state.entries) add(`entry ${cause.slice(0, cause.indexOf(':'))}`);
  for (const { status } of state.payouts) add(`payout ${status}`);
  for (const { status } of state.disputes) add(`dispute ${status}`);
  for (const { reasonCode } of state.conversations)
    if (reasonCode === 'FRAUD_WARNING') add('fraud warning');
  for (const { evidence_details: details } of state.disputes)
    if (details.submission_count > 0) add('dispute with evidence');
  for (const { status } of state.subscriptions) add(`subscription ${status}`);
  for (const { type } of state.events) add(`event ${type}`);
  for (const { pk, state: is, sentIn } of state.items)
    if (pk.startsWith('ATTACHMENTS#')) add(`attachment ${sentIn ? 'sent' : is}`);
  for (const { reason } of state.world.drafts.removals) add(`draft ${reason}`);
  for (const [name, count] of Object.entries(state.world.stripe.counts))
    counts[`Stripe ${name}`] = count;
  const changed = state.world.drafts.changedDuringPayment;
  if (changed > 0) counts['draft changed during payment'] = changed;
  for (const { name } of state.world.completedJobs) add(`job ${name}`);
  for (const [name, count] of state.world.bus.deliveredCounts) counts[`subscriber ${name}`] = count;
  const seenKeys = new Set<string>();
  for (const { operation, person, key, process } of state.world.calls) {
    const { body } = (process.answer ?? {}) as { body?: { status?: string } };
    const named = `${person.id} ${key}`;
    if (key && seenKeys.has(named) && body?.status === 'SUCCESS') add(`${operation} repeated`);
    seenKeys.add(named);
    add(`${operation} ${process.state === 'done' ? body?.status : process.state}`);
  }
  return counts;
}

export function addCoverage(one: Coverage, other: Coverage): Coverage {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
