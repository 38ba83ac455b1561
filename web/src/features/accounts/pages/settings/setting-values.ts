import type { viewPaymentMethod } from '#shared/api/billing.ts';
import type { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney } from '#shared/money.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { cardWords as cardName } from '#web/features/billing/card/card-words.ts';

/* The current values of settings, short enough for their rows. */

type Pricing = Output<typeof viewInboundSettings>['data'][number];
type Cards = Output<typeof viewPaymentMethod>['data'];

export function priceWords({ tiers, paused, paidResponseCommitment, ...pricing }: Pricing): string {
  if (paidResponseCommitment === 0) return 'Not accepting';
  if (paused) return 'Paused';
  const price = formatMoney(startingPrice({ ...pricing, ...(tiers && { tiers }) }));
  return tiers ? `From ${price}` : price;
}

/** What people may send beside text. */
export function sentWords({ takesPictures, takesVoice }: Pricing): string {
  if (takesPictures) return takesVoice ? 'Pictures, PDFs and voice' : 'Pictures and PDFs';
  return takesVoice ? 'Voice' : 'Text only';
}

const PLANS = { NONE: 'None', FREE: 'Free', STARTER: 'Starter', PROFESSIONAL: 'Professional' };
export const planWords = (licenseId: CurrentUser['licenseId']): string => PLANS[licenseId];

export const cardWords = ([card]: Cards): string => (card ? cardName(card) : 'None');

/** How many of the five social networks are filled in. */
export function socialsInUse(user: CurrentUser): string {
  const { socialBluesky, socialInstagram, socialTikTok, socialLinkedin, socialYouTube } = user;
  const handles = [socialBluesky, socialInstagram, socialTikTok, socialLinkedin, socialYouTube];
  return String(handles.filter(Boolean).length || 'None');
}
