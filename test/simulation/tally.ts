import type { View } from './invariants/view.ts';

/*
 * What histories brought about, counted: where nothing happened everything holds, so whoever says that all held also says
 * of how much.
 */

export type Tally = Readonly<Record<string, number>>;

/** How often each thing that an invariant is about is there at the end. */
export function tallyOf(view: View): Tally {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const { status, price } of view.conversations) if (price > 0) add(`order ${status}`);
  for (const { cause } of view.entries) add(`entry ${cause.slice(0, cause.indexOf(':'))}`);
  for (const { status } of view.payouts) add(`payout ${status}`);
  for (const { status } of view.disputes) add(`dispute ${status}`);
  for (const { status } of view.subscriptions) add(`subscription ${status}`);
  for (const { type } of view.facts) add(`fact ${type}`);
  for (const { reason } of view.world.drafts.removals) add(`draft ${reason}`);
  const meanwhile = view.world.drafts.changedMeanwhile;
  if (meanwhile > 0) counts['draft changed meanwhile'] = meanwhile;
  const asked = new Set<string>();
  for (const { operation, person, key, process } of view.world.told) {
    const { body } = (process.answer ?? {}) as { body?: { status?: string } };
    const named = `${person.id} ${key}`;
    if (key && asked.has(named) && body?.status === 'SUCCESS') add(`${operation} repeated`);
    asked.add(named);
    add(`${operation} ${process.state === 'done' ? body?.status : process.state}`);
  }
  return counts;
}

export function added(one: Tally, other: Tally): Tally {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
