import { type Cents, minus, negative, plus, ZERO } from '../../money.ts';
import type { Conversation } from '../conversations/conversations.ts';
import { type Account, balancesOf, type LedgerEntry } from './ledger.ts';

/*
 * What must hold between the ledger, the provider's books and a conversation. What is decided and not yet done at the
 * provider, or is being paid at this moment, is no difference.
 */

/** An account that is not what it should be, and by how many cents it is too high. */
export type Difference = { readonly account: Account; readonly by: Cents };

type Entries = readonly Pick<LedgerEntry, 'postings'>[];

/** What entries say stands at the provider, against what the provider says. */
export function clearingDifference(
  entries: Entries,
  ...acceptable: readonly Cents[]
): Difference | undefined {
  const booked = negative(balancesOf(entries).get('card:clearing') ?? ZERO);
  if (acceptable.includes(booked)) return undefined;
  return { account: 'card:clearing', by: minus(acceptable[0] ?? ZERO, booked) };
}

/** The accounts of a conversation that are not what it says itself. */
export function conversationDifferences(c: Conversation, entries: Entries): Difference[] {
  const balances = balancesOf(entries);
  const { net, price, recipient, money } = c;
  const given = money.byHand?.decided === 'GIVE_BACK' ? money.byHand.earning : ZERO;
  const kept = money.byHand?.decided === 'KEEP' ? money.byHand.kept : ZERO;
  const fee = net === undefined ? ZERO : minus(price, net);
  const expected: readonly (readonly [Account, Cents])[] = [
    ['held', c.status === 'PENDING' ? price : (money.unreturned?.amount ?? ZERO)],
    [`user:${recipient.id}`, minus(minus(net ?? ZERO, money.back?.frozen ?? ZERO), given)],
    // Who gives up what they earned pays no fee for it.
    ['platform:fees', plus(given === ZERO ? fee : ZERO, kept)],
  ];
  return expected.flatMap(([account, wanted]) => {
    const by = minus(balances.get(account) ?? ZERO, wanted);
    return by === ZERO ? [] : [{ account, by }];
  });
}
