import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { cashOutSigns, isNewAccount } from '#shared/rules/payouts/cash-out.ts';
import { DAY, fromIso, later } from '#shared/time.ts';

/* Payments that show signs of cashing out a stolen card, and payments that do not. */

type Row = readonly [
  title: string,
  answers: readonly (readonly [senderId: string, card: string | undefined, earned: number])[],
  signs: readonly string[],
];

const TABLE: readonly Row[] = [
  ['nothing was earned', [], []],
  [
    'two people with a card each',
    [
      ['ben', 'a', 9_000],
      ['ida', 'b', 9_000],
    ],
    [],
  ],
  ['one person alone, with little', [['ben', 'a', 9_999]], []],
  ['one person alone, with much', [['ben', 'a', 10_000]], ['ONE_SENDER']],
  [
    'one person alone, in parts',
    [
      ['ben', 'a', 5_000],
      ['ben', 'b', 5_000],
    ],
    ['ONE_SENDER'],
  ],
  [
    'one card under two names',
    [
      ['ben', 'a', 5_000],
      ['ida', 'a', 5_000],
    ],
    ['SHARED_CARD'],
  ],
  [
    'one card under two names, with little',
    [
      ['ben', 'a', 4_000],
      ['ida', 'a', 5_000],
    ],
    [],
  ],
  [
    'little by a shared card, much by others',
    [
      ['ben', 'a', 1],
      ['ida', 'a', 1],
      ['leo', 'b', 90_000],
    ],
    [],
  ],
  [
    'the own card',
    [
      ['ben', 'own', 10_000],
      ['ida', 'b', 1],
    ],
    ['OWN_CARD'],
  ],
  ['the own card, from one account', [['ben', 'own', 10_000]], ['OWN_CARD', 'ONE_SENDER']],
  [
    'cards that are not known',
    [
      ['ben', undefined, 9_000],
      ['ida', undefined, 9_000],
    ],
    [],
  ],
];

describe('cash-out signs of an account that earned by', () => {
  test.each(TABLE)('%s', (_title, answers, signs) => {
    const paid = answers.map(([senderId, card, earned]) => ({
      senderId,
      card,
      earned: cents(earned),
    }));
    expect(cashOutSigns(paid, 'own')).toEqual(signs);
  });

  test('unknown cards, without a card of its own on file, have no sign', () => {
    const paid = [
      { senderId: 'ben', earned: cents(20_000) },
      { senderId: 'ida', earned: cents(1) },
    ];
    expect(cashOutSigns(paid, undefined)).toEqual([]);
  });
});

test('an account is new for 60 days after its first earning', () => {
  const first = fromIso('2026-11-22T10:00:00.000Z');
  expect(isNewAccount(first, later(first, 60 * DAY - 1))).toBe(true);
  expect(isNewAccount(first, later(first, 60 * DAY))).toBe(false);
});
