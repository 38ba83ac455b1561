import { type Cents, minus, negative, plus, ZERO } from '../../money.ts';
import { type Conversation, isPending } from '../conversations/conversations.ts';
import { keptAmount } from '../conversations/disputes.ts';
import { isUnderReview } from '../conversations/money-state.ts';
import { restorableEarning } from '../conversations/restored-earnings.ts';
import { type Account, balancesOf, type LedgerEntry } from './ledger.ts';

/*
 * The comparison of the ledger with Stripe and with a conversation. A pending effect and a payment that is not settled yet
 * are no differences.
 */

/** A difference: an account, and the cents by which its balance is too high. */
export type Difference = { readonly account: Account; readonly by: Cents };

type Entries = readonly Pick<LedgerEntry, 'postings'>[];

/** The difference between the entries and the balance at Stripe, if it is none of the `acceptable` ones. */
export function clearingDifference(
  entries: Entries,
  ...acceptable: readonly Cents[]
): Difference | undefined {
  const booked = negative(balancesOf(entries).get('card:clearing') ?? ZERO);
  if (acceptable.includes(booked)) return undefined;
  return { account: 'card:clearing', by: minus(acceptable[0] ?? ZERO, booked) };
}

/** The differences between the entries of a conversation and the conversation itself. */
export function conversationDifferences(c: Conversation, entries: Entries): Difference[] {
  const balances = balancesOf(entries);
  const { net, price, recipient, money } = c;
  const given = money.byHand?.decided === 'GIVE_BACK' ? money.byHand.earning : ZERO;
  const claimed = money.claim?.frozen ?? ZERO;
  // If the hold lapsed under review, all of it was lost, so nothing of it is in the review account.
  const isReviewed = isUnderReview(c) && money.state !== 'RELEASED';
  const reviewed = isReviewed ? minus(price, money.back?.gone ?? ZERO) : ZERO;
  const fee = net === undefined ? ZERO : minus(price, net);
  const expected: readonly (readonly [Account, Cents])[] = [
    ['held', isPending(c.status) ? price : (money.unreturned?.amount ?? ZERO)],
    [
      `user:${recipient.id}`,
      minus(minus(minus(net ?? ZERO, money.back?.frozen ?? ZERO), claimed), restorableEarning(c)),
    ],
    ['platform:claims', claimed],
    ['platform:review', reviewed],
    // A recipient who gave up the earning pays no fee for it.
    ['platform:fees', plus(given === ZERO ? fee : ZERO, keptAmount(c))],
  ];
  return expected.flatMap(([account, wanted]) => {
    const by = minus(balances.get(account) ?? ZERO, wanted);
    return by === ZERO ? [] : [{ account, by }];
  });
}
