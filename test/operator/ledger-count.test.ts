import { describe, expect, test } from '@jest/globals';
import type { Item } from '#functions/storage/table.ts';
import { LedgerCount } from '#lib/operator/restore/ledger-count.ts';

describe('the ledger of a table', () => {
  const entry = (cause: string, ...postings: (readonly [string, number])[]) => ({
    pk: `ENTRY#${cause}`,
    sk: 'ENTRY',
    cause,
    ...postings
      .filter(([account]) => account.startsWith('user:'))
      .map(([account]) => ({ userId: account.slice('user:'.length) }))[0],
    postings: postings.map(([account, amount]) => ({ account, amount })),
  });
  const balance = (userId: string, cents: number, entries: number, outgoing = 0, waiting = 0) => ({
    pk: `USER#${userId}`,
    sk: 'BALANCE',
    balance: cents,
    entries,
    outgoing,
    waiting,
  });
  const payout = (status: string, cents: number) => ({
    pk: 'USER#a',
    sk: 'PAYOUT#2026-11',
    status,
    amount: cents,
  });
  const sound: Item[] = [
    entry('one', ['user:a', 90], ['platform:fees', 10], ['held', -100]),
    entry('two', ['user:a', -50], ['payout:transit', 50]),
    balance('a', 40, 1, 50),
    payout('SENDING', 50),
  ];
  const count = (items: readonly Item[]) => {
    const ledger = new LedgerCount();
    for (const item of items) ledger.add(item);
    return ledger;
  };

  test('has no errors if it sums to zero', () => {
    expect(count(sound).faults()).toEqual([]);
  });

  test('counts a payout that waits for an account, and none that is over', () => {
    const others = sound.slice(0, 2);
    const waiting = [...others, balance('a', 40, 1, 50, 50), payout('WAITING', 50)];
    expect(count(waiting).faults()).toEqual([]);
    const over = ['PAID', 'FAILED', 'CANCELLED'].map((status) => payout(status, 70));
    expect(count([...sound, ...over]).faults()).toEqual([]);
  });

  test.each<[string, Item[], RegExp]>([
    [
      'an entry that does not sum to zero',
      [entry('off', ['held', 3])],
      /postings of entry off sum to 3 cents/,
    ],
    ['a balance without entries', [balance('z', 7, 0)], /balance of z is 7 cents, but .* sum to 0/],
    ['entries without a balance', [entry('x', ['user:q', 5], ['held', -5])], /balance of q is 0/],
    ['a wrong number of entries', [balance('a', 40, 2, 50)], /counts 2 entries, but there are 1/],
    [
      'a payout that is not in the balance',
      [balance('a', 40, 1)],
      /0 cents in payouts.* have 50 and 0/,
    ],
    [
      'a balance whose payout is not waiting',
      [balance('a', 40, 1, 50, 50)],
      /50 of them waiting, .* 50 and 0/,
    ],
    [
      'a paid payout in payout:transit',
      [payout('PAID', 50)],
      /payout:transit has 50 cents, .* to 0/,
    ],
  ])('reports %s', (_what, items, sentence) => {
    const replaced = sound.filter(
      (item) => !items.some((one) => one.pk === item.pk && one.sk === item.sk),
    );
    expect(
      count([...replaced, ...items])
        .faults()
        .join('; '),
    ).toMatch(sentence);
  });

  test('is summed by account, and the accounts of people are one sum', () => {
    expect(count(sound).totals()).toEqual([
      ['held', -100, 0],
      ['payout:transit', 50, 0],
      ['platform:fees', 10, 0],
      ['user:*', 40, 1],
    ]);
  });
});
