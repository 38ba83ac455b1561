import * as z from 'zod/mini';
import { WALLETS } from '../payment-method-names.ts';
import { LEDGER_LINES } from '../rules/ledger/ledger-lines.ts';
import { dollars, moment } from '../wire.ts';

/* A person's money in responses of the API. */

const text = z.string();
const maybeText = z.nullable(z.string());

/** What people see of a card or a wallet: `cardBrand` is Stripe's name. Link without a card behind it has no `cardLastFour`. */
export const namedCard = {
  cardBrand: text,
  cardLastFour: text,
  /** The wallet that the card was chosen in; absent for a card that was typed. */
  wallet: z.optional(z.enum(WALLETS)),
};

/** `needsSheet`: whether it is paid with only in the sheet of its wallet, and not as a saved one. */
export const paymentMethod = z.object({
  id: text,
  ...namedCard,
  needsSheet: z.optional(z.boolean()),
});

export const accountBalance = z.object({
  userId: text,
  messageCount: z.int(),
  totalMessages: z.int(),
  totalEarnings: dollars(),
  grossRevenue: dollars(),
  platformFees: dollars(),
  /** The amount that the caller is owed; it includes payouts until they are paid. */
  accountBalance: dollars(),
  /** The caller's debt: earnings taken back after they were paid out. Later earnings repay it before they are payable. */
  debtAmount: dollars(),
  /** The earnings that are frozen until claims and disputes are decided; not in `accountBalance`. */
  frozenAmount: dollars(),
  /** The part of `accountBalance` that is being paid out, and the part of that which waits for the caller's payout account. */
  outgoingAmount: dollars(),
  waitingAmount: dollars(),
  /** How many lines the transaction history has. */
  transactionCount: z.int(),
});

/** A line of the caller's ledger: `net` is `gross` less `fee`, and negative for money that went out. */
export const ledgerLine = z.object({
  id: text,
  at: moment,
  what: z.enum(LEDGER_LINES),
  conversationId: maybeText,
  /** Who wrote the letter that the line is about, and its subject; null for a line about no letter. */
  personName: maybeText,
  subject: maybeText,
  gross: dollars(),
  fee: dollars(),
  net: dollars(),
  /** The rate of the fee, such as `10` percent and `0.5` dollars; null if there was no fee. */
  feePercent: z.nullable(z.number()),
  feeFixed: z.nullable(dollars()),
});
