import { beforeEach, describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import {
  clearChoices,
  storedLicense,
  storedPricing,
  storeLicense,
  storePricing,
} from '#web/features/auth/registration-choices.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

const PRICING = { paidResponsePrice: cents(2_550), paidResponseCommitment: 0 };

beforeEach(emptyBrowserStorage);

describe('the stored choices of a registration', () => {
  test('keep the exact price across the registration steps', () => {
    storeLicense('FREE');
    storePricing(PRICING);
    expect(storedLicense()).toBe('FREE');
    expect(storedPricing()).toEqual(PRICING);
  });

  test('are deleted when the registration is finished', () => {
    storeLicense('FREE');
    storePricing(PRICING);
    clearChoices();
    expect(storedLicense()).toBeUndefined();
    expect(storedPricing()).toBeUndefined();
  });

  test.each(['FREE', 'STARTER', 'PROFESSIONAL'] as const)('accept the plan %s', (plan) => {
    storeLicense(plan);
    expect(storedLicense()).toBe(plan);
  });

  test('count as missing if the plan is unknown', () => {
    localStorage.setItem('registration_license', 'GOLD');
    expect(storedLicense()).toBeUndefined();
  });

  test('count as missing if a value is no longer allowed', () => {
    storePricing(PRICING);
    localStorage.setItem('registration_paidResponsePrice', '0.50');
    expect(storedPricing()).toBeUndefined();
  });
});
