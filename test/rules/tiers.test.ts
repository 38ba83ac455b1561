import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { tierId } from '#shared/rules/conversations/tier-id.ts';
import { cheapestTier, minimumLengthOf, startingPrice } from '#shared/rules/conversations/tiers.ts';
import { tierList } from '#shared/rules/conversations/tiers-schema.ts';

const tier = (change: object = {}) => ({
  name: 'Quick',
  price: '20',
  promise: 'A short answer',
  minimumLength: '200',
  ...change,
});
const LENGTH = 'Please enter a number of characters from 200 to 5,000';

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } } };
const faultOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('a tier', () => {
  test.each([
    ['a name of 40 characters', { name: 'x'.repeat(40) }, undefined],
    ['a name of 41', { name: 'x'.repeat(41) }, 'Please keep this under 40 characters'],
    ['an empty name', { name: ' ' }, 'Please enter a name'],
    ['no name', { name: undefined }, 'Please enter a name'],
    ['a promise of 140 characters', { promise: 'x'.repeat(140) }, undefined],
    ['a promise of 141', { promise: 'x'.repeat(141) }, 'Please keep this under 140 characters'],
    ['an empty promise', { promise: ' ' }, 'Please say what they get'],
    ['an answer of 199 characters', { minimumLength: '199' }, LENGTH],
    ['an answer of 200', { minimumLength: 200 }, undefined],
    ['an answer of 5,000', { minimumLength: '5000' }, undefined],
    ['an answer of 5,001', { minimumLength: '5001' }, LENGTH],
    ['an answer of any length', { minimumLength: '' }, LENGTH],
  ])('with %s is validated', (_, change, fault) =>
    expect(faultOf(tierList, [tier(change)])).toBe(fault),
  );

  test('is stored in one line each, with its price in cents', () =>
    expect(tierList.parse([tier({ name: ' In\ndepth ', promise: ' A\tplan ' })])).toEqual([
      { name: 'In depth', price: 2_000, promise: 'A plan', minimumLength: 200 },
    ]));
});

describe('the tiers of a person', () => {
  const named = (...names: string[]) => names.map((name) => tier({ name }));

  test.each([
    [named(), undefined],
    [named('a', 'b', 'c'), undefined],
    [named('a', 'b', 'c', 'd'), 'There can be at most 3 tiers'],
    [named('Quick', 'quick '), 'Two tiers have the same name'],
  ])('are validated together', (tiers, fault) => expect(faultOf(tierList, tiers)).toBe(fault));

  test('begin at the lowest price', () => {
    const [low, high] = [{ price: cents(500) }, { price: cents(900) }];
    expect(cheapestTier([high, low])).toBe(low);
    expect(cheapestTier([low, high])).toBe(low);
    expect(cheapestTier([])).toBeUndefined();
    expect(cheapestTier(undefined)).toBeUndefined();
    const tiers = tierList.parse([tier({ price: '9' }), tier({ name: 'b', price: '8' })]);
    expect(startingPrice({ paidResponsePrice: cents(700), tiers })).toBe(800);
    expect(startingPrice({ paidResponsePrice: cents(700) })).toBe(700);
  });
});

test('a paid response has as many characters as its tier requires, 200 without one', () => {
  const bought = { name: 'a', promise: 'b', minimumLength: 1_000 };
  expect(minimumLengthOf({ tier: bought })).toBe(1_000);
  expect(minimumLengthOf({})).toBe(200);
});

test('the id of a tier is 32 hexadecimal digits', () => {
  const id = '0123456789abcdef'.repeat(2);
  expect(tierId.parse(id)).toBe(id);
  for (const wrong of [id.slice(1), `${id}0`, `g${id.slice(1)}`, ` ${id}`])
    expect(faultOf(tierId, wrong)).toBe('Please choose one of the answers that are offered');
});
