import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  evidenceTexts,
  evidenceUntil,
  isResponseDue,
  postponeResponse,
  recordResponse,
  responseTo,
} from '#shared/rules/conversations/dispute-responses.ts';
import { NO_LOSSES } from '#shared/rules/conversations/disputes.ts';
import { nextDue } from '#shared/rules/conversations/due.ts';
import { applyFraudWarning, reasonFor } from '#shared/rules/conversations/fraud-warnings.ts';
import type { ChargeSummary } from '#shared/rules/conversations/payment-status.ts';
import { DAY, HOUR, instant, later, MINUTE } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25, 12));
const person = (id: string) => ({ id, fullName: `Person ${id}`, username: id, avatarUrl: null });

const answered = {
  id: 'C',
  kind: 'CONVERSATION',
  version: 3,
  status: 'COMPLETED',
  subject: 'Dry winters',
  sender: person('S'),
  recipient: person('R'),
  price: cents(2_500),
  net: cents(2_200),
  createdAt: later(NOW, -3 * DAY),
  paidAt: later(NOW, -3 * DAY),
  modifiedAt: NOW,
  deadlineAt: later(NOW, 7 * DAY),
  feeTerms: { basisPoints: 1_000, fixed: cents(50) },
  money: { state: 'CHARGED', intentId: 'pi_1', back: { ...NO_LOSSES, dispute: 'OPEN' } },
  history: [
    { event: 'PAID', at: later(NOW, -3 * DAY), moneyState: 'HELD' },
    { event: 'ANSWERED', at: later(NOW, -2 * DAY), moneyState: 'HELD' },
    { event: 'DISPUTED', at: later(NOW, -HOUR), moneyState: 'CHARGED' },
  ],
} as unknown as Conversation;
const unanswered = (() => {
  const { net: _net, ...rest } = answered;
  return { ...rest, status: 'EXPIRED', reasonCode: 'HOLD_LAPSED' } as Conversation;
})();

const summary = (more: Partial<ChargeSummary> = {}): ChargeSummary => ({
  received: cents(2_500),
  refunded: ZERO,
  chargedBack: cents(2_500),
  fees: cents(1_500),
  disputed: cents(2_500),
  dispute: 'OPEN',
  ...more,
});

describe('a response to a dispute', () => {
  test('is due while the dispute is open and nothing was sent', () => {
    expect(isResponseDue(answered)).toBe(true);
    expect(isResponseDue(unanswered)).toBe(true);
    for (const dispute of ['WON', 'LOST', undefined] as const) {
      const money = { ...answered.money, back: { ...NO_LOSSES, ...(dispute && { dispute }) } };
      expect(isResponseDue({ ...answered, money })).toBe(false);
    }
    const sent = { ...answered.money, response: { outcome: 'EVIDENCE', at: NOW } as const };
    expect(isResponseDue({ ...answered, money: sent })).toBe(false);
  });

  test('is not due for an unsettled payment, a pending message, a report under review, a free message or an uncaptured payment', () => {
    for (const status of ['PAYING', 'UNDONE', 'PENDING', 'NEEDS_INFO'] as const)
      expect(isResponseDue({ ...unanswered, status })).toBe(false);
    const report = { ...unanswered, status: 'REPORTED', reasonCode: 'SCAM_FRAUD' } as const;
    expect(isResponseDue(report)).toBe(false);
    expect(isResponseDue({ ...report, reasonCode: 'NOT_ME' })).toBe(true);
    expect(isResponseDue({ ...answered, price: ZERO })).toBe(false);
    expect(isResponseDue({ ...answered, money: { ...answered.money, owed: 'capture' } })).toBe(
      false,
    );
  });

  test('makes the conversation due: at once, or when it was postponed to', () => {
    expect(nextDue(answered)).toEqual({ job: 'CONVERSATION', at: NOW });
    const postponed = postponeResponse(answered, NOW).next;
    expect(nextDue(postponed)?.at).toBe(later(NOW, 2 * MINUTE));
    const often = { ...answered, money: { ...answered.money, response: { tries: 20 } } };
    expect(nextDue(postponeResponse(often, NOW).next)?.at).toBe(later(NOW, HOUR));
  });

  test('is the evidence of the answer, of the refund, an acceptance, or none', () => {
    expect(responseTo(answered, summary())).toBe('EVIDENCE');
    expect(responseTo(answered, summary({ refunded: cents(2_500) }))).toBe('REFUND_EVIDENCE');
    expect(responseTo(unanswered, summary({ refunded: cents(2_500) }))).toBe('REFUND_EVIDENCE');
    expect(responseTo(unanswered, summary())).toBe('ACCEPTED');
    expect(responseTo(unanswered, summary({ chargedBack: cents(1_000) }))).toBe('LEFT');
    const byHand = { decided: 'GIVE_BACK', earning: ZERO } as const;
    const decided = { ...answered, money: { ...answered.money, byHand } };
    expect(responseTo(decided, summary())).toBe('ACCEPTED');
  });

  test('is saved once, and shown only if it is the record of an answer', () => {
    const saved = recordResponse(answered, 'EVIDENCE', NOW);
    expect(saved?.next.money.response).toEqual({ outcome: 'EVIDENCE', at: NOW });
    expect(saved?.next.history.at(-1)).toMatchObject({ event: 'EVIDENCE_SENT', at: NOW });
    expect(saved?.domainEvent).toEqual({ type: 'conversation.evidenceSent' });
    expect(recordResponse(saved?.next as Conversation, 'EVIDENCE', NOW)).toBeUndefined();
    const accepted = recordResponse(unanswered, 'ACCEPTED', NOW);
    expect(accepted?.next.history).toEqual(unanswered.history);
    expect(accepted?.domainEvent).toBeUndefined();
  });
});

describe('the evidence', () => {
  test('ends with the dispute, or with an answer that came later', () => {
    expect(evidenceUntil(answered)).toBe(later(NOW, -HOUR));
    const late = { event: 'ANSWERED', at: NOW, moneyState: 'CHARGED' } as const;
    expect(evidenceUntil({ ...answered, history: [...answered.history, late] })).toBe(NOW);
    const read = { ...late, event: 'READ' } as const;
    const since = [...answered.history, read];
    expect(evidenceUntil({ ...answered, history: since })).toBe(later(NOW, -HOUR));
  });

  test('of an answer names what was sold, to whom and when, and of a refund that it was made', () => {
    expect(evidenceTexts(answered, 'EVIDENCE')).toMatchObject({
      customer_name: 'Person S',
      service_date: 'Nov 23, 2026',
      product_description:
        'A personal written answer by Person R to a letter of the customer with the subject "Dry winters", paid once and delivered online, in the customer\'s account.',
      refund_policy: expect.stringContaining('not answered within 10 days is refunded in full'),
      cancellation_policy: expect.stringContaining('The sender can cancel it, with a full refund'),
    });
    expect(evidenceTexts(unanswered, 'REFUND_EVIDENCE').uncategorized_text.split('\n')).toEqual([
      'Nov 22, 2026: the customer paid for the letter and sent it.',
      'The payment was refunded to the customer in full, before this dispute was answered.',
      expect.stringContaining('The attached record'),
    ]);
  });

  const answeredAt = later(NOW, -2 * DAY);
  test.each([
    ['never', undefined, []],
    ['before the answer', later(answeredAt, -1), []],
    ['with the answer', answeredAt, []],
    ['later', later(answeredAt, 1), ['Nov 23, 2026: the customer last read the conversation.']],
  ])('says that the customer has read the answer, who last read %s', (_, senderReadAt, said) => {
    const read = { ...answered, ...(senderReadAt && { senderReadAt }) };
    expect(evidenceTexts(read, 'EVIDENCE').uncategorized_text.split('\n')).toEqual([
      'Nov 22, 2026: the customer paid for the letter and sent it.',
      'Nov 23, 2026: the recipient answered it.',
      ...said,
      expect.stringContaining('The attached record'),
    ]);
  });

  test('of a message without an answer has no date of service, whatever was read', () => {
    const history = answered.history.filter(({ event }) => event !== 'ANSWERED');
    const texts = evidenceTexts({ ...answered, history, senderReadAt: NOW }, 'EVIDENCE');
    expect(texts).not.toHaveProperty('service_date');
    expect(texts.uncategorized_text.split('\n')).toEqual([
      'Nov 22, 2026: the customer paid for the letter and sent it.',
      expect.stringContaining('The attached record'),
    ]);
  });
});

describe('an early fraud warning', () => {
  const pending: Conversation = { ...unanswered, status: 'PENDING', money: { state: 'HELD' } };

  test('ends a pending message, with its own reason only before the deadline', () => {
    expect(applyFraudWarning(pending, NOW)?.next).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'FRAUD_WARNING',
      fraudWarnedAt: NOW,
      money: { state: 'RELEASED', owed: 'giveBack' },
    });
    const late = applyFraudWarning(pending, pending.deadlineAt)?.next;
    expect(late).toMatchObject({ status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER' });
  });

  test('of anything else only notes the first time', () => {
    const noted = applyFraudWarning(answered, NOW);
    expect(noted).toEqual({ next: { ...answered, fraudWarnedAt: NOW } });
    expect(applyFraudWarning(noted?.next as Conversation, later(NOW, DAY))).toBeUndefined();
    for (const status of ['PAYING', 'UNDONE'] as const)
      expect(applyFraudWarning({ ...pending, status }, NOW)).toBeUndefined();
    expect(applyFraudWarning({ ...pending, price: ZERO }, NOW)).toBeUndefined();
  });

  test('is hidden from the recipient', () => {
    const reasonCode = 'FRAUD_WARNING';
    expect(reasonFor({ reasonCode }, 'sender')).toBe('FRAUD_WARNING');
    expect(reasonFor({ reasonCode }, 'recipient')).toBe('PAYMENT_WITHDRAWN');
    expect(reasonFor({ reasonCode: 'HOLD_LAPSED' }, 'recipient')).toBe('HOLD_LAPSED');
  });
});
