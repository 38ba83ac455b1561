import { beforeEach, describe, expect, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import {
  forgetChoices,
  keepLicense,
  keepPricing,
  keptLicense,
  keptPricing,
} from '../../../web/src/registration/choices.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

const PRICING = { paidResponsePrice: cents(2_550), paidResponseCommitment: 0 };

beforeEach(emptyBrowserStorage);

describe('what was chosen in the steps of a registration', () => {
  test('lasts from one step to the next, to the cent', () => {
    keepLicense('FREE');
    keepPricing(PRICING);
    expect(keptLicense()).toBe('FREE');
    expect(keptPricing()).toEqual(PRICING);
  });

  test('is gone once the registration is finished', () => {
    keepLicense('FREE');
    keepPricing(PRICING);
    forgetChoices();
    expect(keptLicense()).toBeUndefined();
    expect(keptPricing()).toBeUndefined();
  });

  test.each(['FREE', 'STARTER', 'PROFESSIONAL'] as const)('may be the plan %s', (plan) => {
    keepLicense(plan);
    expect(keptLicense()).toBe(plan);
  });

  test('counts as not chosen when it is no plan', () => {
    localStorage.setItem('registration_license', 'GOLD');
    expect(keptLicense()).toBeUndefined();
  });

  test('counts as not chosen when it is no longer allowed', () => {
    keepPricing(PRICING);
    localStorage.setItem('registration_paidResponsePrice', '0.50');
    expect(keptPricing()).toBeUndefined();
  });
});
