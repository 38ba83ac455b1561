import { errorLines } from '../support/error-lines.ts';
import { reversedManually } from './invariants/snapshot.ts';
import type { Simulation } from './simulation.ts';
import type { World } from './world.ts';

/*
 * What an operator did in Stripe's dashboard and no entry can book: a payment by a person's card, a transfer to a person, and the
 * reversal of a part of a payout. Reconciliation reports each, and nothing else.
 */

/** A difference as the log names it: what differs, and the cents by which the ledger is too high. */
type Difference = { readonly name: string; readonly cents: number };

/** The differences that reconciliation has to report. */
function expectedDifferences({ stripe }: World): Difference[] {
  const owners = new Map<unknown, string | undefined>(
    [...stripe.all('customers'), ...stripe.all('accounts')].map((one) => [
      one.id,
      'metadata' in one ? one.metadata?.userId : undefined,
    ]),
  );
  const payments = stripe
    .all('paymentIntents')
    .filter(({ customer, metadata }) => metadata.product === 'another' && owners.get(customer));
  return [
    ...payments.map(({ id, amount_received: cents }) => ({ name: id, cents })),
    ...stripe.all('transfers').flatMap((one) => {
      const { id, metadata, destination, amount, amount_reversed: back } = one;
      if (!metadata.period)
        return owners.get(destination) ? [{ name: id, cents: back - amount }] : [];
      const cents = reversedManually(one);
      return cents > 0 ? [{ name: `${metadata.userId}:${metadata.period}`, cents }] : [];
    }),
  ].filter(({ cents }) => cents !== 0);
}

/** Compares the ledger with Stripe, and checks that exactly what cannot be booked is reported. */
export async function reconcile(simulation: Simulation): Promise<void> {
  const { world, driver } = simulation;
  const before = driver.unexpectedErrors.length;
  const lines = await errorLines(() => simulation.runJobs('reconcileLedger'));
  const reported = lines.flatMap(({ message, cents, ...of }) =>
    message === 'the ledger and the provider differ'
      ? [
          {
            name: of.stripeId ?? of.conversationId ?? of.invoiceId ?? `${of.userId}:${of.period}`,
            cents,
          },
        ]
      : [],
  );
  const named = (all: readonly { readonly name: unknown; readonly cents: unknown }[]) =>
    all.map(({ name, cents }) => `${name} ${cents}`).sort();
  const known = named(reported);
  const wanted = named(expectedDifferences(world));
  // The job fails if it reports anything.
  if (known.length > 0) driver.unexpectedErrors.splice(before);
  for (const one of known)
    if (!wanted.includes(one)) driver.unexpectedErrors.push(`the ledger and Stripe differ: ${one}`);
  for (const one of wanted)
    if (!known.includes(one)) driver.unexpectedErrors.push(`reconciliation is silent about ${one}`);
}
