import { monthName, monthOfPeriod } from '#shared/dates.ts';
import { type Instant, monthOf } from '#shared/time.ts';
import type { Conversation } from './conversation.ts';

/* What screens say about thank-yous. docs/product/conversations.md#thanks */

export type ThanksSeen = NonNullable<Conversation['thanks']>;

/** `Ben, November 2026`: what stands under a sentence on the profile. `month`: 2026-11. */
export const signatureOf = (name: string | null, month: string): string =>
  `${name ?? 'Without a name'}, ${monthName(monthOfPeriod(month))}`;

/** The same, of a thank-you that may be shown. */
export const signatureAt = (name: string | null, at: Instant): string =>
  signatureOf(name, monthOf(at));

/** What the recipient `name` may do with what the sender said, for the sender. */
export function sharedWords({ text, consent, isShown }: ThanksSeen, name: string): string {
  if (!text || !consent) return `Only ${name} can read it.`;
  const as = consent.name === null ? 'without a name' : `as “${consent.name}”`;
  return isShown ? `${name} shows it ${as}.` : `${name} may show it ${as}.`;
}
