import { type Cents, cents, formatMoney, plus, share, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { type ClaimState, isReturned } from '../conversations/claim-states.ts';
import type { DisputeState } from '../conversations/conversations.ts';
import { type LedgerEntry, owedChange } from './ledger.ts';

/* Ledger lines: the entries of a person's ledger, each as one line with the parts of its amount. */

/** The kind of a ledger line, by the first part of the entry's cause. */
const KINDS = {
  answered: 'ANSWERED',
  frozen: 'DISPUTED',
  freed: 'DISPUTE_WON',
  clawedBack: 'CLAWED_BACK',
  writtenOff: 'DEBT_WRITTEN_OFF',
  givenBack: 'GIVEN_BACK',
  claimed: 'CLAIMED',
  claimFreed: 'CLAIM_ENDED',
  claimReturned: 'CLAIM_TAKEN_BACK',
  earningRestored: 'EARNING_RESTORED',
  referral: 'REFERRAL',
  referralTakenBack: 'REFERRAL_TAKEN_BACK',
  payoutPaid: 'PAYOUT',
  payoutReturned: 'PAYOUT_RETURNED',
  payoutReversed: 'PAYOUT_REVERSED',
} as const;

export const LEDGER_LINES = [
  ...Object.values(KINDS),
  'DISPUTE_LOST',
  'CLAIM_LOST',
  'OTHER',
] as const;
export type LedgerLineKind = (typeof LEDGER_LINES)[number];

/** A ledger line. `net` is the change of the balance: `gross` less `fee`; negative for money that went out. */
export type LedgerLine = {
  readonly id: string;
  readonly at: Instant;
  readonly what: LedgerLineKind;
  readonly conversationId: string | null;
  readonly gross: Cents;
  readonly fee: Cents;
  readonly net: Cents;
  /** The fee terms; null if there was no fee, or the terms were not stored. */
  readonly feePercent: number | null;
  readonly feeFixed: Cents | null;
};

/**
 * The line of an entry in the ledger of `userId`. `now`: the current states of the conversation's dispute and claim. A lost dispute
 * has no entry of its own, so the line of its opening shows DISPUTE_LOST. A claim that ended with a refund has none for what was
 * frozen, so that line shows CLAIM_LOST.
 */
export function ledgerLineOf(
  entry: LedgerEntry & { readonly at: Instant },
  userId: string,
  now: {
    readonly dispute?: DisputeState | undefined;
    readonly claim?: ClaimState | undefined;
  } = {},
): LedgerLine {
  const { cause, at, conversationId = null, feeTerms } = entry;
  const net = owedChange(entry, userId);
  const fee = posted(entry, 'platform:fees');
  const kind = kindOf(cause);
  return {
    id: cause,
    at,
    what: lostKindOf(kind, now) ?? kind,
    conversationId,
    gross: plus(net, fee),
    fee,
    net,
    feePercent: feeTerms ? feeTerms.basisPoints / 100 : null,
    feeFixed: feeTerms ? feeTerms.fixed : null,
  };
}

function lostKindOf(
  kind: LedgerLineKind,
  {
    dispute,
    claim,
  }: { readonly dispute?: DisputeState | undefined; readonly claim?: ClaimState | undefined },
): LedgerLineKind | undefined {
  if (kind === 'DISPUTED' && dispute === 'LOST') return 'DISPUTE_LOST';
  return kind === 'CLAIMED' && isReturned(claim) ? 'CLAIM_LOST' : undefined;
}

function kindOf(cause: string): LedgerLineKind {
  const kind = cause.slice(0, cause.indexOf(':'));
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : 'OTHER';
}

function posted({ postings }: LedgerEntry, account: string): Cents {
  return plus(...postings.filter((one) => one.account === account).map(({ amount }) => amount));
}

/** The percentage part of the fee in cents, rounded as it was charged; the rest of the fee is fixed. */
export function feeShareOf({ gross, feePercent }: LedgerLine): Cents {
  return feePercent === null ? ZERO : share(gross, Math.round(feePercent * 100));
}

/** The calculation of a line's amount: `$25.00 − 10% ($2.50) − $0.50 = $22.00`. */
export function formulaOf(line: LedgerLine): string {
  const { gross, fee, net, feePercent, feeFixed } = line;
  if (fee === ZERO) return signedMoney(net);
  if (feePercent === null || feeFixed === null)
    return `${formatMoney(gross)} − ${formatMoney(fee)} = ${formatMoney(net)}`;
  const taken = feeShareOf(line);
  return `${formatMoney(gross)} − ${feePercent}% (${formatMoney(taken)}) − ${formatMoney(feeFixed)} = ${formatMoney(net)}`;
}

/** An amount with its sign, so that it does not depend on color: `+ $22.00`, `− $22.00`. */
export function signedMoney(amount: Cents): string {
  return amount < 0 ? formatMoney(amount) : `+\u00a0${formatMoney(cents(amount))}`;
}
