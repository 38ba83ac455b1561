import { describe, expect, test } from '@jest/globals';
import { cents } from '../../shared/money.ts';
import {
  type AccountPlan,
  type Membership,
  nameOnCard,
  PLAN_TERMS,
  planAfter,
  planMove,
  type SubscriptionState,
} from '../../shared/rules/billing/plans.ts';
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
const free: AccountPlan = { licenseId: 'FREE' };
const starter: AccountPlan = { ...free, licenseId: 'STARTER', membership };
const facts: SubscriptionState = {
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
    expect(planMove({ licenseId }, wanted)).toBe(way);
  });

  test('up from a plan that is paid changes its subscription, and back to one that ends resumes it', () => {
    expect(planMove(starter, 'PROFESSIONAL')).toBe('raise');
    const ending = { ...starter, membership: { ...membership, ending: true } };
    expect(planMove(ending, 'STARTER')).toBe('resume');
    expect(planMove(ending, 'PROFESSIONAL')).toBe('raise');
  });
});

describe('what an account becomes', () => {
  test('of a first payment: the plan', () => {
    expect(planAfter(free, facts)).toEqual({ licenseId: 'STARTER', membership });
  });

  test('of what it knows already: nothing new', () => {
    expect(planAfter(starter, facts)).toBeUndefined();
  });

  test('of a payment that is still to come: nothing', () => {
    expect(planAfter(free, { ...facts, is: 'beginning' })).toBeUndefined();
  });

  test('of the end: FREE, and only where it was its own', () => {
    const over = { ...facts, is: 'over' } as const;
    expect(planAfter(starter, over)).toEqual({ licenseId: 'FREE' });
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
