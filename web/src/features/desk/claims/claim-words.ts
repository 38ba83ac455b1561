import { hoursWords } from '#shared/dates.ts';
import { plural } from '#shared/messages/plural.ts';
import { type Cents, formatMoney, negative, ZERO } from '#shared/money.ts';
import { firstName } from '../../conversations/conversation.ts';
import { type DeskCase, uncapitalized } from '../desk-words.ts';

/* The words of the screen on which a claim is decided. docs/product/desk.md#claims */

export type DeskLetter = NonNullable<DeskCase['letter']>;
export type Effect = DeskCase['effects'][string];
export type Outcome = 'UPHELD' | 'REJECTED';
type Odds = DeskLetter['odds'];

/** The first names of the two sides of a letter. */
export const namesOf = ({ sender, recipient }: Pick<DeskLetter, 'sender' | 'recipient'>) => ({
  sender: firstName(sender.fullName),
  recipient: firstName(recipient.fullName),
});

/** The question that a case about a letter asks, as its title. */
export function titleOf({ kind, reason, part }: DeskCase, letter: DeskLetter): string {
  const { recipient } = namesOf(letter);
  if (kind === 'CLAIM')
    return CLAIM_TITLES[reason]?.(recipient) ?? `Did ${recipient} answer the question?`;
  if (reason === 'REVIEW_KEEP') return `Keep ${formatMoney(letter.price)}?`;
  return `Refund ${formatMoney(part ?? letter.price)}?`;
}

const CLAIM_TITLES: Readonly<Record<string, (name: string) => string>> = {
  NOT_ADDRESSED: (name) => `Did ${name} answer the question?`,
  NOT_WRITTEN_BY_THEM: (name) => `Did ${name} write the answer?`,
  COPIED: (name) => `Did ${name} copy the answer?`,
  ABUSIVE: (name) => `Is ${name}’s answer abusive?`,
};

/** What a claim says, after the name of who made it: `doesn’t answer the question`. */
export const CLAIM_REASON_WORDS: Readonly<Record<string, string>> = {
  NOT_ADDRESSED: 'doesn’t answer the question',
  NOT_WRITTEN_BY_THEM: 'isn’t written by the recipient',
  COPIED: 'is copied',
  ABUSIVE: 'is abusive',
};

/** `22 of 24`; `New here` for somebody with too few letters. */
export const oddsWords = (odds: Odds): string =>
  odds ? `${odds.answered} of ${odds.ended}` : 'New here';

/** `22 of 24, usually in 20 hours`. */
export const oddsAndTimeWords = (odds: Odds): string =>
  odds?.medianHours == null
    ? oddsWords(odds)
    : `${oddsWords(odds)}, usually in ${hoursWords(odds.medianHours)}`;

/** `5 letters paid for`. */
export const paidLettersWords = (count: number): string =>
  plural(count, { one: '# letter paid for', other: '# letters paid for' });

/** How many claims there are, of which the case is one: `1 claim made, this one`. */
export const claimsMadeWords = (count: number): string =>
  count === 1
    ? '1 claim made, this one'
    : plural(count, { one: '# claim made', other: '# claims made' });
export const claimsAgainstWords = (count: number): string =>
  count === 1 ? '1 claim, this one' : plural(count, { one: '# claim', other: '# claims' });

/** An amount with its sign, and a minus sign that is as wide as a figure: `+ $20.00`, `− $18.60`, `$0.00`. */
export function signedMoney(amount: Cents): string {
  if (amount === ZERO) return formatMoney(ZERO);
  return amount > ZERO ? `+ ${formatMoney(amount)}` : `− ${formatMoney(negative(amount))}`;
}

/** A decision about a letter, as the head of its column says it. */
export function choiceWords(
  { kind, reason, part }: Pick<DeskCase, 'kind' | 'reason' | 'part'>,
  letter: DeskLetter,
): Readonly<Record<Outcome, string>> {
  const { sender } = namesOf(letter);
  if (kind === 'CLAIM') return { UPHELD: `Refund ${sender}`, REJECTED: 'Answer stands' };
  const yes =
    reason === 'REVIEW_KEEP' ? 'Keep it' : part === null ? `Refund ${sender}` : 'Refund a part';
  return { UPHELD: `Yes: ${uncapitalized(yes)}`, REJECTED: 'No' };
}

/** What the button does that sends a decision. */
export function buttonWords(
  { kind, reason }: Pick<DeskCase, 'kind' | 'reason'>,
  letter: DeskLetter,
  outcome: Outcome,
  { card, isProposed }: { readonly card: Cents; readonly isProposed: boolean },
): string {
  const { sender } = namesOf(letter);
  if (outcome === 'REJECTED')
    return kind === 'CLAIM' ? 'Let the answer stand' : 'Reject the proposal';
  if (reason === 'REVIEW_KEEP') return `Keep ${formatMoney(letter.price)}`;
  const what = `${formatMoney(card)} to ${sender}`;
  return isProposed ? `Propose to refund ${what}` : `Refund ${what}`;
}
