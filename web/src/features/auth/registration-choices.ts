import type * as z from 'zod/mini';
import { toDollars } from '#shared/money.ts';
import { PLANS, type Plan } from '#shared/rules/accounts/accounts.ts';
import { inboundSettings } from '#shared/rules/conversations/pricing.ts';
import { deviceStorage } from '../../api/storage.ts';
import { paths } from '../../paths.ts';

/* The choices of a registration so far, stored in this browser until it is finished. */

const LICENSE = 'registration_license';
const PRICE = 'registration_paidResponsePrice';
const COMMITMENT = 'registration_paidResponseCommitment';

export type Pricing = z.output<typeof inboundSettings>;

export function storeLicense(license: Plan): void {
  deviceStorage.setItem(LICENSE, license);
}

/** The plan, once step 1 is done. */
export function storedLicense(): Plan | undefined {
  const kept = deviceStorage.getItem(LICENSE);
  return PLANS.find((plan) => plan === kept);
}

export function storePricing({ paidResponsePrice, paidResponseCommitment }: Pricing): void {
  deviceStorage.setItem(PRICE, toDollars(paidResponsePrice).toFixed(2));
  deviceStorage.setItem(COMMITMENT, String(paidResponseCommitment));
}

/** Price and commitment, once step 2 is done with values that are still valid. */
export function storedPricing(): Pricing | undefined {
  const read = inboundSettings.safeParse({
    paidResponsePrice: deviceStorage.getItem(PRICE),
    paidResponseCommitment: deviceStorage.getItem(COMMITMENT),
  });
  return read.success ? read.data : undefined;
}

/** The address of the next registration step, according to the stored choices. */
export function nextStep(): string {
  const license = storedLicense();
  if (!license) return paths.license();
  if (!storedPricing()) return paths.inboundMessaging();
  return license === 'FREE' ? paths.registrationFreeCheckout() : paths.registrationPaidCheckout();
}

export function clearChoices(): void {
  for (const key of [LICENSE, PRICE, COMMITMENT]) deviceStorage.removeItem(key);
}
