import type * as z from 'zod';
import { toDollars } from '../../../shared/money.ts';
import { PLANS, type Plan } from '../../../shared/rules/accounts/accounts.ts';
import { inboundSettings } from '../../../shared/rules/conversations/pricing.ts';
import { paths } from '../paths.ts';

/* What was chosen in the steps so far, kept in this browser until the registration is finished. */

const LICENSE = 'registration_license';
const PRICE = 'registration_paidResponsePrice';
const COMMITMENT = 'registration_paidResponseCommitment';

export type Pricing = z.output<typeof inboundSettings>;

export function keepLicense(license: Plan): void {
  localStorage.setItem(LICENSE, license);
}

/** The plan, once step 1 is done. */
export function keptLicense(): Plan | undefined {
  const kept = localStorage.getItem(LICENSE);
  return PLANS.find((plan) => plan === kept);
}

export function keepPricing({ paidResponsePrice, paidResponseCommitment }: Pricing): void {
  localStorage.setItem(PRICE, toDollars(paidResponsePrice).toFixed(2));
  localStorage.setItem(COMMITMENT, String(paidResponseCommitment));
}

/** Price and commitment, once step 2 is done with values that are still allowed. */
export function keptPricing(): Pricing | undefined {
  const read = inboundSettings.safeParse({
    paidResponsePrice: localStorage.getItem(PRICE),
    paidResponseCommitment: localStorage.getItem(COMMITMENT),
  });
  return read.success ? read.data : undefined;
}

/** The step of the registration that is next, by the choices that are kept. */
export function nextStep(): string {
  const license = keptLicense();
  if (!license) return paths.license();
  if (!keptPricing()) return paths.inboundMessaging();
  return license === 'FREE' ? paths.registrationFreeCheckout() : paths.registrationPaidCheckout();
}

export function forgetChoices(): void {
  for (const key of [LICENSE, PRICE, COMMITMENT]) localStorage.removeItem(key);
}
