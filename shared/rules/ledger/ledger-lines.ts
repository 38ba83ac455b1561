import { type Cents, cents, formatMoney, negative, plus, share, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import type { DisputeState } from '../conversations/conversations.ts';
import { type LedgerEntry, owedChange } from './ledger.ts';

/* A person's own ledger as they read it: each entry as one line whose amount follows from what stands beside it. */

/** What moved somebody's balance, by what the cause of an entry begins with. */
const KINDS = {
  answered: 'ANSWERED',
  frozen: 'DISPUTED',
  freed: 'DISPUTE_WON',
  clawedBack: 'CLAWED_BACK',
  writtenOff: 'DEBT_WRITTEN_OFF',
  givenBack: 'GIVEN_BACK',
  referral: 'REFERRAL',
  referralTakenBack: 'REFERRAL_TAKEN_BACK',
  payoutPaid: 'PAYOUT',
  payoutReturned: 'PAYOUT_RETURNED',
  payoutReversed: 'PAYOUT_REVERSED',
} as const;

export const LEDGER_LINES = [...Object.values(KINDS), 'DISPUTE_LOST', 'OTHER'] as const;
export type LedgerLineKind = (typeof LEDGER_LINES)[number];

/** `net` is what the balance moved by: `gross` less `fee`. Negative where it went out. */
export type LedgerLine = {
  readonly id: string;
  readonly at: Instant;
  readonly what: LedgerLineKind;
  readonly conversationId: string | null;
  readonly gross: Cents;
  readonly fee: Cents;
  readonly net: Cents;
  /** The terms that made the fee; null where none was taken, or they were not written down. */
  readonly feePercent: number | null;
  readonly feeFixed: Cents | null;
};

/**
 * The line of an entry in the ledger of `userId`. `dispute`: how the dispute of its conversation stands; one that was
 * lost moves nothing any more, so the line of its beginning tells of its end.
 */
export function ledgerLineOf(
  entry: LedgerEntry & { readonly at: Instant },
  userId: string,
  dispute?: DisputeState,
): LedgerLine {
  const { cause, at, conversationId = null, feeTerms } = entry;
  const net = owedChange(entry, userId);
  const fee = posted(entry, 'platform:fees');
  const kind = kindOf(cause);
  const isLost = kind === 'DISPUTED' && dispute === 'LOST';
  return {
    ...{ id: cause, at, what: isLost ? 'DISPUTE_LOST' : kind, conversationId },
    ...{ gross: plus(net, fee), fee, net },
    feePercent: feeTerms ? feeTerms.basisPoints / 100 : null,
    feeFixed: feeTerms ? feeTerms.fixed : null,
  };
}

function kindOf(cause: string): LedgerLineKind {
  const kind = cause.slice(0, cause.indexOf(':'));
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : 'OTHER';
}

function posted({ postings }: LedgerEntry, account: string): Cents {
  return plus(...postings.filter((one) => one.account === account).map(({ amount }) => amount));
}

/** The share of the fee in cents, as it was rounded when it was taken; the rest of the fee is fixed. */
export function feeShareOf({ gross, feePercent }: LedgerLine): Cents {
  return feePercent === null ? ZERO : share(gross, Math.round(feePercent * 100));
}

/** `$25.00 − 10% ($2.50) − $0.50 = $22.00`: how the amount of a line comes about. Every step of it adds up. */
export function formulaOf(line: LedgerLine): string {
  const { gross, fee, net, feePercent, feeFixed } = line;
  if (fee === ZERO) return signedMoney(net);
  if (feePercent === null || feeFixed === null)
    return `${formatMoney(gross)} − ${formatMoney(fee)} = ${formatMoney(net)}`;
  const taken = feeShareOf(line);
  return `${formatMoney(gross)} − ${feePercent}% (${formatMoney(taken)}) − ${formatMoney(feeFixed)} = ${formatMoney(net)}`;
}

/** `+ $22.00`, `− $22.00`: what came in and what went out, apart by more than a colour. */
export function signedMoney(amount: Cents): string {
  return amount < 0 ? `− ${formatMoney(negative(amount))}` : `+ ${formatMoney(cents(amount))}`;
}
