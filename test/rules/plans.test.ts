import { describe, expect, test } from '@jest/globals';
import { cents } from '../../shared/money.ts';
import {
  badgeWith,
  type Membership,
  nameOnCard,
  PLAN_TERMS,
  type PlanHeld,
  planAfter,
  type SubscriptionFacts,
  sameName,
  wayTo,
} from '../../shared/rules/plans.ts';
import { DAY, type Instant, later } from '../../shared/time.ts';

const START = Date.UTC(2026, 10, 21) as Instant;
const END = later(START, 30 * DAY);

const membership: Membership = {
  subscriptionId: 'sub_1',
  plan: 'STARTER',
  paidUntil: END,
  ending: false,
  failing: false,
  invoiceId: 'in_1',
};
const free: PlanHeld = { licenseId: 'FREE', trusted: false, fullName: 'Ana Markovic' };
const starter: PlanHeld = { ...free, licenseId: 'STARTER', membership };
const facts: SubscriptionFacts = {
  subscriptionId: 'sub_1',
  plan: 'STARTER',
  is: 'active',
  periodStart: START,
  periodEnd: END,
  ending: false,
  paid: { invoiceId: 'in_1', amount: cents(199) },
};

test('the plans cost what the spec says', () => {
  expect(PLAN_TERMS).toEqual({
    FREE: { name: 'Free', price: 0 },
    STARTER: { name: 'Starter', price: 199, regularPrice: 299 },
    PROFESSIONAL: { name: 'Professional', price: 499 },
  });
});

describe('the way to a plan', () => {
  test.each([
    ['FREE', 'STARTER', 'subscribe'],
    ['FREE', 'PROFESSIONAL', 'subscribe'],
    ['NONE', 'STARTER', 'subscribe'],
    ['STARTER', 'STARTER', 'there'],
    ['STARTER', 'PROFESSIONAL', 'subscribe'],
    ['PROFESSIONAL', 'PROFESSIONAL', 'there'],
    ['PROFESSIONAL', 'STARTER', 'down'],
  ] as const)('from %s to %s: %s', (licenseId, wanted, way) => {
    expect(wayTo({ licenseId }, wanted)).toBe(way);
  });

  test('up from a plan that is paid changes its subscription, and back to one that ends resumes it', () => {
    expect(wayTo(starter, 'PROFESSIONAL')).toBe('raise');
    const ending = { ...starter, membership: { ...membership, ending: true } };
    expect(wayTo(ending, 'STARTER')).toBe('resume');
    expect(wayTo(ending, 'PROFESSIONAL')).toBe('raise');
  });
});

describe('two names', () => {
  test.each([
    ['Ana Marković', 'ANA MARKOVIC'],
    ['Ana  Markovic', ' ana markovic '],
    ['Zoë Ångström', 'ZOE ANGSTROM'],
    ['李 小龙', '李 小龙'],
  ])('are one: %p and %p', (one, other) => expect(sameName(one, other)).toBe(true));

  test.each([
    ['Ana Markovic', 'Ana'],
    ['Ana Markovic', 'Markovic Ana'],
    ['Ana Markovic', 'Anna Markovic'],
    ['', ''],
    ['  ', ' '],
  ])('are two: %p and %p', (one, other) => expect(sameName(one, other)).toBe(false));
});

describe('the badge with another card', () => {
  test('is never there on FREE', () => {
    expect(badgeWith({ ...free, trusted: true }, 'Ana Markovic')).toBe(false);
  });
  test('goes by the name, and stays as it is where there is none', () => {
    expect(badgeWith(starter, 'ana markovic')).toBe(true);
    expect(badgeWith({ ...starter, trusted: true }, 'Ben Okafor')).toBe(false);
    expect(badgeWith({ ...starter, trusted: true })).toBe(true);
  });
});

describe('what an account becomes', () => {
  test('of a first payment: the plan, and the badge where the names agree', () => {
    expect(planAfter({ ...free, card: { name: 'ANA MARKOVIC' } }, facts)).toEqual({
      licenseId: 'STARTER',
      trusted: true,
      membership,
    });
    expect(planAfter({ ...free, card: { name: 'Ben' } }, facts)).toMatchObject({ trusted: false });
  });

  test('of what it knows already: nothing new', () => {
    expect(planAfter(starter, facts)).toBeUndefined();
  });

  test('of a payment that is still to come: nothing', () => {
    expect(planAfter(free, { ...facts, is: 'beginning' })).toBeUndefined();
  });

  test('of the end: FREE without a badge, and only where it was its own', () => {
    const over = { ...facts, is: 'over' } as const;
    expect(planAfter({ ...starter, trusted: true }, over)).toEqual({
      licenseId: 'FREE',
      trusted: false,
    });
    expect(planAfter(free, over)).toBeUndefined();
    expect(planAfter(starter, { ...over, subscriptionId: 'sub_0' })).toBeUndefined();
  });

  test('of a cancel: the same plan, until the end of what is paid', () => {
    expect(planAfter(starter, { ...facts, ending: true })).toMatchObject({
      licenseId: 'STARTER',
      membership: { ending: true, paidUntil: END },
    });
  });

  test('of a renewal that failed: the same plan, paid to where the new month began', () => {
    const next = { periodStart: END, periodEnd: later(END, 31 * DAY) };
    const { paid: _, ...unpaid } = facts;
    expect(planAfter(starter, { ...unpaid, ...next, is: 'failing' })).toMatchObject({
      licenseId: 'STARTER',
      membership: { failing: true, paidUntil: END, invoiceId: 'in_1' },
    });
  });

  test('of another subscription than its own: nothing', () => {
    expect(planAfter(starter, { ...facts, subscriptionId: 'sub_2', plan: 'PROFESSIONAL' })).toBe(
      undefined,
    );
  });
});

test('a name on a card has at least five characters', () => {
  expect(nameOnCard.safeParse(' Ana ').error?.issues[0]?.message).toBe(
    'Please enter the name on card',
  );
  expect(nameOnCard.parse(' Ana Markovic ')).toBe('Ana Markovic');
});
