import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import {
  type AccountPlan,
  isPaid,
  type Membership,
  nameOnCard,
  PLAN_TERMS,
  paidPlan,
  planAfter,
  planMove,
  type SubscriptionState,
} from '#shared/rules/billing/plans.ts';
import { DAY, type Instant, later } from '#shared/time.ts';
import { letters } from '../support/letters.ts';

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
const subscription: SubscriptionState = {
  subscriptionId: 'sub_1',
  plan: 'STARTER',
  is: 'active',
  periodStart: START,
  periodEnd: END,
  ending: false,
  paid: { invoiceId: 'in_1', amount: cents(199) },
};

test('the plans have the prices of the specification', () => {
  expect(PLAN_TERMS).toEqual({
    FREE: { name: 'Free', price: 0 },
    STARTER: { name: 'Starter', price: 199, regularPrice: 299 },
    PROFESSIONAL: { name: 'Professional', price: 499 },
  });
});

describe('the change of a plan', () => {
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

  test('from a paid plan to a larger one changes the subscription, and back to an ending plan resumes it', () => {
    expect(planMove(starter, 'PROFESSIONAL')).toBe('raise');
    const ending = { ...starter, membership: { ...membership, ending: true } };
    expect(planMove(ending, 'STARTER')).toBe('resume');
    expect(planMove(ending, 'PROFESSIONAL')).toBe('raise');
  });
});

describe('the account after a subscription event', () => {
  test('of a first payment has the plan', () => {
    expect(planAfter(free, subscription)).toEqual({ licenseId: 'STARTER', membership });
  });

  test('without changes is unchanged', () => {
    expect(planAfter(starter, subscription)).toBeUndefined();
  });

  test('of a pending payment is unchanged', () => {
    expect(planAfter(free, { ...subscription, is: 'beginning' })).toBeUndefined();
  });

  test('of its end is FREE if it was its own subscription', () => {
    const over = { ...subscription, is: 'over' } as const;
    expect(planAfter(starter, over)).toEqual({ licenseId: 'FREE' });
    expect(planAfter(free, over)).toBeUndefined();
    expect(planAfter(starter, { ...over, subscriptionId: 'sub_0' })).toBeUndefined();
  });

  test('of a cancellation keeps the plan until the end of the paid month', () => {
    expect(planAfter(starter, { ...subscription, ending: true })).toMatchObject({
      licenseId: 'STARTER',
      membership: { ending: true, paidUntil: END },
    });
  });

  test('of a failed renewal keeps the plan, paid until the start of the new month', () => {
    const next = { periodStart: END, periodEnd: later(END, 31 * DAY) };
    const { paid: _, ...unpaid } = subscription;
    expect(planAfter(starter, { ...unpaid, ...next, is: 'failing' })).toMatchObject({
      licenseId: 'STARTER',
      membership: { failing: true, paidUntil: END, invoiceId: 'in_1' },
    });
  });

  test.each<Partial<SubscriptionState>>([
    { plan: 'PROFESSIONAL' },
    { ending: true },
    { is: 'failing', periodStart: END },
    { periodEnd: later(END, DAY) },
    { paid: { invoiceId: 'in_2', amount: cents(199) } },
  ])('with only %j changed is changed', (change) => {
    expect(planAfter(starter, { ...subscription, ...change })).toBeDefined();
  });

  test('has the plan again that it lacks although its subscription is unchanged', () => {
    expect(planAfter({ licenseId: 'FREE', membership }, subscription)).toEqual(starter);
  });

  test('without an invoice has none', () => {
    const { paid: _, ...unpaid } = subscription;
    expect(planAfter(free, unpaid)?.membership).not.toHaveProperty('invoiceId');
  });

  test('of another subscription is unchanged', () => {
    expect(
      planAfter(starter, { ...subscription, subscriptionId: 'sub_2', plan: 'PROFESSIONAL' }),
    ).toBe(undefined);
  });
});

test('only STARTER and PROFESSIONAL are paid plans', () => {
  const plans = ['NONE', 'FREE', 'STARTER', 'PROFESSIONAL'] as const;
  expect(plans.filter(isPaid)).toEqual(['STARTER', 'PROFESSIONAL']);
  expect(paidPlan.safeParse('FREE').error?.issues[0]?.message).toBe('Please choose a plan');
});

test('a card name needs at least five characters', () => {
  expect(nameOnCard.safeParse(' Ana ').error?.issues[0]?.message).toBe(
    'Please enter the name on card',
  );
  expect(nameOnCard.parse(' Ana Markovic ')).toBe('Ana Markovic');
  expect(nameOnCard.parse(' Ana M ')).toBe('Ana M');
});

test('a card name has at most 200 characters', () => {
  expect(nameOnCard.parse(letters(200))).toHaveLength(200);
  expect(nameOnCard.safeParse(letters(201)).error?.issues[0]?.message).toBe(
    'The name on card can have at most 200 characters',
  );
});
