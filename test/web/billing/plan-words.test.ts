import { describe, expect, test } from '@jest/globals';
import * as plans from '#shared/messages/plans.ts';
import { cents } from '#shared/money.ts';
import type { Plan } from '#shared/rules/accounts/accounts.ts';
import { DEFAULT_FEES, type FeeTable } from '#shared/rules/conversations/fees.ts';
import {
  answeringCosts,
  feeWords,
  planChangeWords,
  planGives,
  professionalWords,
} from '#web/features/billing/pricing/plan-words.tsx';
import { parseStage } from '#web/stage.ts';

const NOTHING = { percent: 0, cents: 0 };
const FREE_OF_FEES: FeeTable = { FREE: NOTHING, STARTER: NOTHING, PROFESSIONAL: NOTHING };
const ALL_THE_SAME: FeeTable = {
  FREE: DEFAULT_FEES.FREE,
  STARTER: DEFAULT_FEES.FREE,
  PROFESSIONAL: DEFAULT_FEES.FREE,
};
const THREE_STEPS: FeeTable = { ...DEFAULT_FEES, PROFESSIONAL: { percent: 2.5, cents: 0 } };

describe('the plan texts follow the fees of the deployment', () => {
  test('a fee is a percentage, a fixed part or both, and has no words if there is none', () => {
    expect(feeWords('NONE', DEFAULT_FEES)).toBe('10% + $0.50');
    expect(feeWords('STARTER', DEFAULT_FEES)).toBe('5% + $0.40');
    expect(feeWords('PROFESSIONAL', THREE_STEPS)).toBe('2.5%');
    expect(feeWords('FREE', { ...DEFAULT_FEES, FREE: { percent: 0, cents: 25 } })).toBe('$0.25');
    expect(feeWords('FREE', FREE_OF_FEES)).toBeUndefined();
  });

  test('the default fees give the texts of the specification', () => {
    expect(planGives('FREE', DEFAULT_FEES)).toEqual({
      fee: '10% + $0.50',
      badge: false,
      chat: false,
      analytics: '7 days',
    });
    expect(planGives('STARTER', DEFAULT_FEES)).toEqual({
      fee: '5% + $0.40',
      badge: true,
      chat: true,
      analytics: '7 days',
    });
    expect(planGives('PROFESSIONAL', DEFAULT_FEES)).toEqual({
      fee: '5% + $0.40',
      badge: true,
      chat: true,
      analytics: '12 months',
    });
    expect(professionalWords(DEFAULT_FEES)).toBe(
      'You see all of your analytics. The fees are those of Starter. You can cancel at any time.',
    );
    expect(answeringCosts(DEFAULT_FEES)).toContain('A paid plan lowers it.');
  });

  test('a plan with a lower fee names the users who get it', () => {
    expect(professionalWords(THREE_STEPS)).toBe(
      'You pay our lowest fees, and see all of your analytics.',
    );
  });

  test('an upgrade says what it adds and what one keeps, also if that is the same', () => {
    const price = cents(2_500);
    const words = (from: Plan, to: Plan, fees = DEFAULT_FEES) =>
      planChangeWords({ from, to, fees, price });
    expect(words('FREE', 'STARTER')).toBe(
      'Starter, $1.99 per month, adds the badge, contacts and chat. You keep $23.35 of each answer instead of $22.00.',
    );
    expect(words('STARTER', 'PROFESSIONAL')).toBe(
      'Professional, $4.99 per month, adds 12 months of analytics and a price simulator. You keep the same $23.35 of each answer.',
    );
    expect(words('STARTER', 'PROFESSIONAL', THREE_STEPS)).toContain(
      'You keep $24.37 of each answer instead of $23.35.',
    );
  });

  test('an upgrade names no amount before the price is known', () => {
    const change = { from: 'FREE', to: 'STARTER', fees: DEFAULT_FEES, price: undefined } as const;
    expect(planChangeWords(change)).toBe(
      'Starter, $1.99 per month, adds the badge, contacts and chat.',
    );
  });

  test.each([
    ['where all plans have one fee', ALL_THE_SAME],
    ['where nothing is kept', FREE_OF_FEES],
  ])('if %s, no text promises a lower fee', (_name, fees) => {
    expect(planChangeWords({ from: 'FREE', to: 'STARTER', fees, price: cents(2_500) })).toContain(
      'You keep the same',
    );
    expect(answeringCosts(fees)).not.toContain('lowers');
  });

  test('no text mentions a fee if there are none', () => {
    expect(planGives('FREE', FREE_OF_FEES).fee).toBe('No fee');
    expect(answeringCosts(FREE_OF_FEES)).toBe('Answering is free: we don’t keep anything.');
    expect(plans.feeOfAnswer(feeWords('FREE', FREE_OF_FEES))).not.toMatch(/nothing|undefined/);
  });
});

describe('the settings block of the document', () => {
  test('provides the settings of the deployment', () => {
    const settings = { fees: THREE_STEPS, company: { name: 'Letters Inc.', address: '1 Main St' } };
    expect(parseStage({ textContent: JSON.stringify(settings) })).toEqual(settings);
  });

  test('defaults to the fees of the specification if it is empty', () => {
    expect(parseStage({ textContent: '\n' })).toEqual({ fees: DEFAULT_FEES });
    expect(parseStage(null)).toEqual({ fees: DEFAULT_FEES });
  });

  test('throws if it is invalid, so that the app never shows a wrong fee', () => {
    expect(() => parseStage({ textContent: '{"fees":{"FREE":{}}}' })).toThrow();
    expect(() => parseStage({ textContent: '{{' })).toThrow();
  });
});
