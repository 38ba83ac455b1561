import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { viewAccountBalance } from '#shared/api/ledger.ts';
import { viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { query } from '#web/api/queries.ts';
import type { Address } from '#web/api/screen-loader.ts';
import { inboxList, orderList } from '../../conversations/conversation-queries.ts';

/* The queries of a user's own pages, and of the page that an invitation links to. */

export const homeQueries = () => ({
  figures: query(viewDashboardStats, {}),
  pricing: query(viewInboundSettings, {}),
  inbox: inboxList('ALL'),
  orders: orderList('ALL'),
});

/** The price of a message and the monthly commitment. */
export const pricingQueries = () => ({ pricing: query(viewInboundSettings, {}) });

export const settingsQueries = () => ({
  pricing: query(viewInboundSettings, {}),
  balance: query(viewAccountBalance, {}),
  cards: query(viewPaymentMethod, {}),
});

export const referralQueries = ({ params: { code = '' } }: Pick<Address, 'params'>) => ({
  inviter: query(viewUserProfileByReferralCode, { referralCode: code }),
});
