import { cents } from '#shared/money.ts';
import type {
  Conversation,
  EndedStatus,
  HistoryEvent,
} from '#shared/rules/conversations/conversations.ts';
import { at, type SampleLetter, sampleLetter } from './sample-letters.ts';

/* The letters of the samples, each in the states that emails are about. */

/** When Ana answered Ben's letter. */
export const answeredAt = at('2026-11-28T16:07');

const BENS = {
  id: '01M8HV2K7Q',
  from: 'ben',
  to: 'ana',
  subject: 'Refused at the counter, what now?',
  text: 'lease',
  price: 2_500,
  paidAt: at('2026-11-22T14:20'),
} as const;
const BENS_HISTORY: readonly HistoryEvent[] = [
  { event: 'READ', at: at('2026-11-23T10:00'), moneyState: 'HELD' },
  { event: 'ANSWERED', at: answeredAt, moneyState: 'CHARGED' },
];

/** Ben's letter, which Ana has answered. */
export const bens = (change: Partial<Conversation> = {}): SampleLetter =>
  sampleLetter({
    ...BENS,
    said: [
      { by: 'ana', kind: 'PAID_RESPONSE', text: 'certified', at: answeredAt, declaration: 'SELF' },
    ],
    history: BENS_HISTORY,
    change: { status: 'OPEN', money: { state: 'CHARGED' }, net: cents(2_335), ...change },
  });

/** Ben's letter after a refund of $5.00. */
export function bensPart(): SampleLetter {
  const { c } = bens();
  const part: HistoryEvent = {
    event: 'PARTLY_REFUNDED',
    at: at('2026-12-02T11:00'),
    moneyState: 'CHARGED',
    amount: cents(500),
  };
  return bens({ history: [...c.history, part] });
}

const NOAHS = {
  id: '01M8HVNOAH',
  from: 'noah',
  to: 'ana',
  subject: 'Two job offers, one visa',
  text: 'offers',
  price: 2_500,
  paidAt: at('2026-11-28T16:45'),
} as const;

/** Noah's letter, which waits for its answer. */
export const noahs = (change: Partial<Conversation> = {}): SampleLetter =>
  sampleLetter({ ...NOAHS, change });

export const chargedAt = at('2026-12-05T04:45');

/** Noah's letter after the early charge. */
export const noahsCharged = () =>
  noahs({
    money: { state: 'CHARGED' },
    history: [
      { event: 'PAID', at: NOAHS.paidAt, moneyState: 'HELD' },
      { event: 'CAPTURED', at: chargedAt, moneyState: 'CHARGED' },
    ],
  });

/** Noah's letter, answered after the early charge. */
export function noahsAnswered(): SampleLetter {
  const { c } = noahsCharged();
  const answered: HistoryEvent = {
    event: 'ANSWERED',
    at: at('2026-12-07T09:00'),
    moneyState: 'CHARGED',
  };
  return sampleLetter({
    ...NOAHS,
    said: [
      {
        by: 'ana',
        kind: 'PAID_RESPONSE',
        text: 'certified',
        at: answered.at,
        declaration: 'SELF',
      },
    ],
    change: {
      status: 'OPEN',
      money: { state: 'CHARGED' },
      net: cents(2_335),
      history: [...c.history, answered],
    },
  });
}

/** A letter of Clara that ended. */
export const claras = (
  status: EndedStatus,
  { isRefunded = false, reasonCode }: { isRefunded?: boolean; reasonCode?: string } = {},
): SampleLetter =>
  sampleLetter({
    id: '01M8CLARA1',
    from: 'clara',
    to: 'ana',
    subject: 'May my sister work while she waits?',
    text: 'sister',
    price: 2_500,
    paidAt: at('2026-11-20T10:20'),
    history: isRefunded
      ? [{ event: 'CAPTURED', at: at('2026-11-26T10:20'), moneyState: 'CHARGED' }]
      : [],
    change: {
      status,
      money: { state: isRefunded ? 'REFUNDED' : 'RELEASED' },
      reasonCode: reasonCode ?? (status === 'EXPIRED' ? 'RETURN_TO_SENDER' : undefined),
    },
  });

export const decidedAt = at('2026-11-29T16:26');

const REASON =
  'Priya asked what she loses if she takes all of it out this year. The answer advises her not to, but names no amount, no rate and no rule. That is what the letter asked for.';

/** Priya's letter, about whose answer there is a claim. */
export function priyas(
  state: NonNullable<Conversation['money']['claim']>['state'],
  money: Partial<Conversation['money']> = {},
): SampleLetter {
  const answered = at('2026-11-27T11:10');
  const isDecided = state === 'UPHELD' || state === 'REJECTED';
  return sampleLetter({
    id: '01M8PRIYA1',
    from: 'priya',
    to: 'ravi',
    subject: 'A pension that stayed in India',
    text: 'pension',
    price: 2_000,
    paidAt: at('2026-11-24T09:00'),
    said: [
      { by: 'ravi', kind: 'PAID_RESPONSE', text: 'advice', at: answered, declaration: 'SELF' },
    ],
    history: [{ event: 'ANSWERED', at: answered, moneyState: 'CHARGED' }],
    change: {
      status: 'OPEN',
      net: cents(1_860),
      money: { state: 'CHARGED', claim: { state, frozen: cents(1_860) }, ...money },
      claim: {
        reason: 'NOT_ADDRESSED',
        text: 'It doesn’t say what I lose.',
        at: at('2026-11-28T08:00'),
        ...(isDecided && { decisionReason: REASON, endedAt: decidedAt }),
        ...((state === 'OPEN' || state === 'IMPROVED') && { until: at('2026-12-01T08:00') }),
      },
    } as Partial<Conversation>,
  });
}

/** Ben's help ticket. */
export const ticket = (change: Partial<Conversation> = {}, answered = false): SampleLetter =>
  sampleLetter({
    id: '01M8TICKET',
    from: 'ben',
    to: 'support',
    subject: 'The name on my receipt',
    text: 'ticket',
    price: 0,
    paidAt: at('2026-11-28T09:00'),
    said: answered ? [{ by: 'support', kind: 'PAID_RESPONSE', text: 'reply', at: answeredAt }] : [],
    history: answered ? [{ event: 'ANSWERED', at: answeredAt, moneyState: 'RELEASED' }] : [],
    change,
  });

/** Noah's letter with a question of Ana: not answered yet, or answered. */
export const asked = (
  kind: 'CLARIFICATION' | 'CLARIFICATION_REPLY',
  status: 'NEEDS_INFO' | 'PENDING',
) =>
  sampleLetter({
    ...NOAHS,
    id: '01M8ASKED1',
    paidAt: at('2026-11-26T16:45'),
    said: [
      {
        by: kind === 'CLARIFICATION' ? 'ana' : 'noah',
        kind,
        text: kind === 'CLARIFICATION' ? 'question' : 'reply',
        at: at('2026-11-28T12:00'),
      },
    ],
    change: {
      status,
      clarification: { askedAt: at('2026-11-28T12:00'), until: at('2026-12-01T12:00') },
    },
  });

export const OPEN_DISPUTE = {
  gone: cents(2_500),
  cost: cents(0),
  claimed: cents(2_335),
  frozen: cents(2_335),
  dispute: 'OPEN',
  count: 1,
} as const;

/** Clara's letter, which Ana has reported. */
export function reportedLetter(): SampleLetter {
  const reported = claras('REPORTED', { reasonCode: 'ABUSE' });
  const change = { money: { state: 'IN_REVIEW' } } as const;
  return withChange(reported, change);
}

/** Ben's letter, to whose answer he has replied. */
export const bensReply = (): SampleLetter =>
  sampleLetter({
    ...BENS,
    said: [
      { by: 'ana', kind: 'PAID_RESPONSE', text: 'certified', at: answeredAt },
      { by: 'ben', kind: 'REPLY', text: 'reply', at: at('2026-11-28T17:00') },
    ],
    history: BENS_HISTORY,
    change: { status: 'OPEN', money: { state: 'CHARGED' } },
  });

/** The same letter with other values. */
export function withChange(
  { c, items: [item, ...messages] }: SampleLetter,
  change: Partial<Conversation>,
): SampleLetter {
  if (!item) throw new Error('a letter has an item');
  return { c: { ...c, ...change }, items: [{ ...item, ...change }, ...messages] };
}
