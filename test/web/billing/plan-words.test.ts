import { describe, expect, test } from '@jest/globals';
import { DEFAULT_FEES, type FeeTable } from '../../../shared/rules/conversations/fees.ts';
import {
  answeringCosts,
  feeWords,
  planFeatures,
  professionalWords,
  WHOLE_ANALYTICS,
  wholePlan,
} from '../../../web/src/features/billing/pricing/plan-words.tsx';
import { parseStage } from '../../../web/src/stage.ts';

const NOTHING = { percent: 0, cents: 0 };
const FREE_OF_FEES: FeeTable = { FREE: NOTHING, STARTER: NOTHING, PROFESSIONAL: NOTHING };
const ALL_THE_SAME: FeeTable = {
  FREE: DEFAULT_FEES.FREE,
  STARTER: DEFAULT_FEES.FREE,
  PROFESSIONAL: DEFAULT_FEES.FREE,
};
const THREE_STEPS: FeeTable = { ...DEFAULT_FEES, PROFESSIONAL: { percent: 2.5, cents: 0 } };

describe('the plan texts follow the fees of the deployment', () => {
  test('a fee is a percentage, a fixed part, both, or nothing', () => {
    expect(feeWords('NONE', DEFAULT_FEES)).toBe('10% + $0.50');
    expect(feeWords('STARTER', DEFAULT_FEES)).toBe('5% + $0.40');
    expect(feeWords('PROFESSIONAL', THREE_STEPS)).toBe('2.5%');
    expect(feeWords('FREE', { ...DEFAULT_FEES, FREE: { percent: 0, cents: 25 } })).toBe('$0.25');
    expect(feeWords('FREE', FREE_OF_FEES)).toBe('nothing');
  });

  test('the default fees give the texts of the specification', () => {
    expect(planFeatures('FREE', DEFAULT_FEES)).toContain(
      'We keep 10% + $0.50 of each paid answer, and nothing else',
    );
    expect(planFeatures('STARTER', DEFAULT_FEES)[0]).toBe(
      'Reduced fees: we keep 5% + $0.40 of each paid answer',
    );
    expect(planFeatures('PROFESSIONAL', DEFAULT_FEES)).toEqual([
      'Everything in Starter',
      WHOLE_ANALYTICS,
    ]);
    expect(professionalWords(DEFAULT_FEES)).toBe(
      'You see all of your analytics. The fees are those of Starter. You can cancel at any time.',
    );
    expect(wholePlan('PROFESSIONAL', DEFAULT_FEES)).toEqual([
      ...planFeatures('STARTER', DEFAULT_FEES),
      WHOLE_ANALYTICS,
    ]);
    expect(answeringCosts(DEFAULT_FEES)).toContain('A paid plan lowers it.');
  });

  test('a plan with a lower fee names the fee and the users who get it', () => {
    expect(planFeatures('PROFESSIONAL', THREE_STEPS)).toContain(
      'Lower fees: we keep 2.5% of each paid answer',
    );
    expect(professionalWords(THREE_STEPS)).toBe(
      'You pay our lowest fees, and see all of your analytics.',
    );
    expect(wholePlan('PROFESSIONAL', THREE_STEPS)[0]).toBe(
      'Reduced fees: we keep 2.5% of each paid answer',
    );
  });

  test.each([
    ['where all plans have one fee', ALL_THE_SAME],
    ['where nothing is kept', FREE_OF_FEES],
  ])('if %s, no plan promises a lower fee', (_name, fees) => {
    const promises = [...planFeatures('STARTER', fees), ...planFeatures('PROFESSIONAL', fees)];
    expect(promises.join()).not.toMatch(/fees/i);
    expect(answeringCosts(fees)).not.toContain('lowers');
  });

  test('no text mentions a fee if there are none', () => {
    expect(wholePlan('FREE', FREE_OF_FEES)).toContain('All that’s paid for an answer is yours');
    expect(answeringCosts(FREE_OF_FEES)).toBe('Answering costs nothing.');
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
