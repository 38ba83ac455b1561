import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import {
  CLAIM_ACTIONS,
  CLAIM_STATES,
  isReturned,
  isUnansweredClaim,
} from '#shared/rules/conversations/claim-states.ts';
import {
  claimActionRefusal,
  claimActionsOf,
  claimDue,
  claimRefusal,
  claimStateAt,
  claimUntil,
  contestClaim,
  countingClaims,
  decideClaim,
  giveBackClaim,
  improveAnswer,
  nextClaimTransition,
  openClaim,
  withdrawClaim,
  withoutOvertakenClaim,
} from '#shared/rules/conversations/claims.ts';
import type { Conversation, Money } from '#shared/rules/conversations/conversations.ts';
import { DAY, HOUR, instant, later } from '#shared/time.ts';

/* Claims that a paid response of $25.00, which earned $22.00, does not answer the message. */

const ANSWERED_AT = instant(Date.UTC(2026, 10, 21));
const NOW = later(ANSWERED_AT, HOUR);
const DUE = later(NOW, 72 * HOUR);

const answered = {
  id: 'c',
  status: 'OPEN',
  price: cents(2_500),
  net: cents(2_200),
  messageCount: 2,
  recipient: { id: 'ana' },
  sender: { id: 'ben' },
  money: { state: 'CHARGED', intentId: 'pi_1' },
  history: [{ event: 'ANSWERED', at: ANSWERED_AT, moneyState: 'HELD' }],
} as unknown as Conversation;
const withMoney = (money: object, c: Conversation = answered): Conversation => ({
  ...c,
  money: { ...c.money, ...money } as Money,
});

const opened = (reason: 'NOT_ADDRESSED' | 'ABUSIVE' = 'NOT_ADDRESSED', balance = 9_999) =>
  openClaim(answered, { reason, text: 'No answer.' }, cents(balance), NOW);
const open = () => opened().next;
const improved = () => improveAnswer(open(), NOW).next;
const contested = () =>
  contestClaim(open(), 'recipient', { text: 'It is.', caseId: 'k' }, NOW).next;

test('a claim ends with a refund, or counts as no answer, in these states alone', () => {
  expect(CLAIM_STATES.filter(isReturned)).toEqual(['GIVEN_BACK', 'LAPSED', 'UPHELD', 'OVERTURNED']);
  expect(CLAIM_STATES.filter(isUnansweredClaim)).toEqual(['LAPSED', 'UPHELD']);
  for (const ended of [isReturned, isUnansweredClaim]) expect(ended(undefined)).toBe(false);
});

describe('a claim', () => {
  test('freezes the earning and gives the recipient 72 hours', () => {
    const { next, entry, balanceChange, domainEvent } = opened();
    expect(next.claim).toEqual({
      reason: 'NOT_ADDRESSED',
      text: 'No answer.',
      at: NOW,
      until: DUE,
    });
    expect(next.money).toEqual({ ...answered.money, claim: { state: 'OPEN', frozen: 2_200 } });
    expect(next.modifiedAt).toBe(NOW);
    expect(next.history.at(-1)).toEqual({
      event: 'CLAIMED',
      amount: 2_200,
      at: NOW,
      moneyState: 'CHARGED',
    });
    expect(entry?.cause).toBe('claimed:c');
    expect(balanceChange).toEqual({ userId: 'ana', by: -2_200 });
    expect(domainEvent).toEqual({ type: 'claim.opened' });
  });

  test('freezes no more than the balance, and nothing of a debt', () => {
    expect(opened('ABUSIVE', 700).balanceChange?.by).toBe(-700);
    expect(opened('ABUSIVE', -5)).not.toHaveProperty('balanceChange');
    expect(opened('ABUSIVE', -5).next.money.claim?.frozen).toBe(0);
  });

  test('is possible for the sender within 72 hours of the answer', () => {
    const end = later(ANSWERED_AT, 72 * HOUR);
    expect(claimRefusal(answered, 'sender', later(end, -1))).toBeUndefined();
    expect(claimUntil(answered, 'sender', later(end, -1))).toBe(end);
    expect(claimRefusal(answered, 'sender', end)?.message).toBe(
      'You can make a claim within 72 hours of the answer. That time has passed.',
    );
    expect(claimUntil(answered, 'sender', end)).toBeUndefined();
    expect(claimRefusal(answered, 'recipient', NOW)?.code).toBe('FORBIDDEN');
    expect(claimUntil(answered, 'recipient', NOW)).toBeUndefined();
  });

  const givenBack = 'This letter was refunded, so there’s nothing to claim.';
  test.each<readonly [string, Conversation, string]>([
    ['without an answer', { ...answered, history: [] }, 'This letter wasn’t answered.'],
    [
      'a second time',
      withMoney({ claim: { state: 'REJECTED' } }),
      'You’ve already made a claim about this answer. You can make one.',
    ],
    [
      'after a dispute',
      withMoney({ back: { dispute: 'WON' } }),
      'Your bank is reviewing this payment, so you can’t make a claim here.',
    ],
    ['while it is returned', withMoney({ owed: 'giveBack' }), givenBack],
    ['while a part is returned', withMoney({ owed: 'refundPart' }), givenBack],
    ['after a refund', withMoney({ state: 'REFUNDED' }), givenBack],
    ['after the hold lapsed', withMoney({ state: 'RELEASED' }), givenBack],
    ['after a decision by hand', withMoney({ byHand: { decided: 'GIVE_BACK' } }), givenBack],
    ['after a part was refunded', withMoney({ back: { gone: cents(1) } }), givenBack],
  ])('is refused %s', (_when, c, message) => {
    expect(claimRefusal(c, 'sender', NOW)).toMatchObject({ code: 'WRONG_STATUS', message });
    expect(claimUntil(c, 'sender', NOW)).toBeUndefined();
  });

  test('is refused about a help ticket, and allowed while the capture is pending', () => {
    expect(claimRefusal({ ...answered, price: ZERO }, 'sender', NOW)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'A help ticket is free.',
    });
    const capturing = withMoney({ state: 'HELD', owed: 'capture', back: { gone: ZERO } });
    expect(claimRefusal(capturing, 'sender', NOW)).toBeUndefined();
  });
});

describe('the actions about a claim', () => {
  test.each([
    [open, ['improve', 'giveBack', 'contest'], ['withdraw']],
    [improved, ['giveBack'], ['askForDecision', 'withdraw']],
    [contested, [], ['withdraw']],
    [() => answered, [], []],
  ])('depend on its state and the side: case %#', (claimed, ofRecipient, ofSender) => {
    const c = claimed();
    expect(claimActionsOf(c, 'recipient', NOW)).toEqual(ofRecipient);
    expect(claimActionsOf(c, 'sender', NOW)).toEqual(ofSender);
  });

  test('are none once the time is over, or the claim has ended', () => {
    for (const side of ['sender', 'recipient'] as const) {
      expect(claimActionsOf(open(), side, DUE)).toEqual([]);
      for (const state of CLAIM_STATES.slice(3))
        expect(
          claimActionsOf(withMoney({ claim: { state, frozen: ZERO } }, open()), side, NOW),
        ).toEqual([]);
    }
  });

  test('are refused to the wrong side, and with a sentence in the wrong state', () => {
    expect(claimActionRefusal(open(), 'recipient', 'improve', NOW)).toBeUndefined();
    expect(claimActionRefusal(open(), 'sender', 'improve', NOW)?.code).toBe('FORBIDDEN');
    for (const action of CLAIM_ACTIONS.slice(0, 3))
      expect(claimActionRefusal(contested(), 'recipient', action, NOW)).toMatchObject({
        code: 'WRONG_STATUS',
        message:
          'This claim just changed, so nothing was sent. Check where it stands before you try again.',
      });
  });

  test('improve the answer, about which the sender then has 72 hours to ask for a decision', () => {
    const at = later(NOW, HOUR);
    const { next, domainEvent } = improveAnswer(open(), at);
    expect(next.claim).toEqual({ ...open().claim, improvedAt: at, until: later(at, 72 * HOUR) });
    expect(next.money.claim).toEqual({ state: 'IMPROVED', frozen: 2_200 });
    expect(next).toMatchObject({ messageCount: 3, lastMessageBy: 'ana' });
    expect(next.history.at(-1)?.event).toBe('CLAIM_IMPROVED');
    expect(domainEvent).toEqual({ type: 'claim.improved' });
  });

  test('take the claim to the desk, which has no time limit', () => {
    const change = contestClaim(improved(), 'sender', { text: 'Still no.', caseId: 'k' }, NOW);
    expect(change.next.claim).toEqual({
      reason: 'NOT_ADDRESSED',
      text: 'No answer.',
      at: NOW,
      improvedAt: NOW,
      caseId: 'k',
      contest: { by: 'sender', at: NOW, text: 'Still no.' },
    });
    expect(change.next.money.claim).toEqual({ state: 'CONTESTED', frozen: 2_200 });
    expect(change.next.history.at(-1)?.event).toBe('CLAIM_CONTESTED');
    expect(change.domainEvent).toEqual({ type: 'claim.contested', byUserId: 'ben' });
    expect(change.openedCase).toEqual({
      id: 'k',
      kind: 'CLAIM',
      version: 1,
      harm: 1,
      openedAt: NOW,
      openedBy: 'ben',
      userId: 'ana',
      subject: { type: 'CONVERSATION', id: 'c' },
      reason: 'NOT_ADDRESSED',
      text: 'No answer.',
      quotes: [{ userId: 'ben', at: NOW, text: 'Still no.' }],
      notes: [],
    });
    const abusive = contestClaim(
      opened('ABUSIVE').next,
      'recipient',
      { text: '', caseId: 'k' },
      NOW,
    );
    expect(abusive.openedCase?.harm).toBe(2);
    expect(nextClaimTransition(contested(), later(NOW, 900 * DAY))).toBeUndefined();
  });

  test('throw without a claim', () => {
    expect(() => improveAnswer(answered, NOW)).toThrow('the conversation has no claim');
    const half = withMoney({ claim: { state: 'OPEN', frozen: ZERO } });
    expect(() => improveAnswer(half, NOW)).toThrow(RangeError);
  });
});

describe('a claim that ends without a refund', () => {
  test('by its withdrawal frees the earning and closes the case', () => {
    const { next, freedEntry, closedCase, domainEvent } = withdrawClaim(contested(), NOW);
    expect(next.money.claim).toEqual({ state: 'WITHDRAWN', frozen: 0 });
    expect(next.claim).toMatchObject({ endedAt: NOW });
    expect(next.history.at(-1)).toMatchObject({ event: 'CLAIM_WITHDRAWN', amount: 2_200 });
    expect(freedEntry?.cause).toBe('claimFreed:c');
    expect(closedCase).toEqual({
      id: 'k',
      decision: {
        byUserId: 'ben',
        at: NOW,
        outcome: 'REJECTED',
        reason: 'The sender withdrew the claim.',
      },
    });
    expect(domainEvent).toEqual({ type: 'claim.withdrawn' });
    expect(withdrawClaim(open(), NOW)).not.toHaveProperty('closedCase');
    expect(withdrawClaim(open(), NOW).next.claim).not.toHaveProperty('until');
  });

  test('books nothing if nothing was frozen', () => {
    expect(withdrawClaim(opened('ABUSIVE', 0).next, NOW)).not.toHaveProperty('freedEntry');
  });

  test('by the desk says its reason', () => {
    const decision = { outcome: 'REJECTED', reason: 'It is one.', byUserId: 'eva' } as const;
    const { next, closedCase, freedEntry, domainEvent } = decideClaim(contested(), decision, NOW);
    expect(next.money.claim?.state).toBe('REJECTED');
    expect(next.claim?.decisionReason).toBe('It is one.');
    expect(closedCase?.decision).toEqual({ ...decision, at: NOW });
    expect(freedEntry?.cause).toBe('claimFreed:c');
    expect(domainEvent).toEqual({ type: 'claim.decided', outcome: 'REJECTED' });
  });

  test('because the sender let the time after an improved answer pass', () => {
    expect(claimDue(improved())).toBe(DUE);
    expect(nextClaimTransition(improved(), later(DUE, -1))).toBeUndefined();
    expect(claimStateAt(improved(), later(DUE, -1))).toBe('IMPROVED');
    expect(claimStateAt(improved(), DUE)).toBe('ACCEPTED');
    expect(nextClaimTransition(improved(), DUE)).toMatchObject({
      next: { money: { claim: { state: 'ACCEPTED' } } },
      domainEvent: { type: 'claim.accepted' },
    });
  });
});

describe('a claim that ends with a refund', () => {
  test('by the recipient takes back the earning and returns the price', () => {
    const { next, entry, balanceChange, domainEvent } = giveBackClaim(open(), NOW);
    expect(next.money).toMatchObject({
      claim: { state: 'GIVEN_BACK', frozen: 0 },
      owed: 'giveBack',
      byHand: { decided: 'GIVE_BACK', earning: 2_200 },
    });
    expect(next.claim).not.toHaveProperty('until');
    expect(next.history.at(-1)).toMatchObject({ event: 'CLAIM_GIVEN_BACK', amount: 2_200 });
    expect(next.claim).toEqual({
      reason: 'NOT_ADDRESSED',
      text: 'No answer.',
      at: NOW,
      endedAt: NOW,
    });
    expect(entry?.cause).toBe('claimReturned:c');
    expect(balanceChange).toBeUndefined();
    expect(domainEvent).toEqual({ type: 'claim.givenBack', byUserId: 'ana' });
  });

  test('takes what was not frozen out of the balance, also as a debt', () => {
    expect(giveBackClaim(opened('ABUSIVE', 700).next, NOW).balanceChange).toEqual({
      userId: 'ana',
      by: -1_500,
      mayBecomeDebt: true,
    });
  });

  test('captures a payment on hold first', () => {
    const capturing = withMoney({ state: 'HELD', owed: 'capture', tries: 3 }, open());
    expect(giveBackClaim(capturing, NOW).next.money).toMatchObject({ owed: 'capture', tries: 3 });
  });

  test('by the desk, or because the recipient let the time pass', () => {
    const decision = { outcome: 'UPHELD', reason: 'It is none.', byUserId: 'eva' } as const;
    expect(decideClaim(contested(), decision, NOW)).toMatchObject({
      next: { money: { claim: { state: 'UPHELD' }, owed: 'giveBack' } },
      entry: { cause: 'claimReturned:c' },
    });
    expect(claimStateAt(open(), DUE)).toBe('LAPSED');
    expect(nextClaimTransition(open(), DUE)).toMatchObject({
      next: { money: { claim: { state: 'LAPSED' }, owed: 'giveBack' } },
      domainEvent: { type: 'claim.givenBack' },
    });
  });
});

describe('a claim that is overtaken', () => {
  const event = { event: 'DISPUTED', at: NOW, moneyState: 'CHARGED' } as const;
  const overtakenBy = (money: object, c = contested()) => {
    const next = withMoney(money, { ...c, history: [...c.history, event] });
    return withoutOvertakenClaim(c, { next, domainEvent: { type: 'dispute.opened' } }, NOW);
  };

  test.each([
    { state: 'RELEASED' },
    { state: 'REFUNDED' },
    { back: { dispute: 'OPEN' } },
    { back: { clawedBack: cents(1) } },
  ])('by %j frees the earning first', (money) => {
    const change = overtakenBy(money);
    expect(change.next.money.claim).toEqual({ state: 'OVERTAKEN', frozen: 0 });
    expect(change.next.history.slice(-2).map((one) => one.event)).toEqual([
      'CLAIM_OVERTAKEN',
      'DISPUTED',
    ]);
    expect(change.next.history).toHaveLength(contested().history.length + 2);
    expect(change.freedEntry?.cause).toBe('claimFreed:c');
    expect(change.closedCase?.decision).toMatchObject({
      outcome: 'REJECTED',
      reason: 'The payment was disputed or given back, which ended the claim.',
    });
    expect(change.domainEvent).toEqual({ type: 'dispute.opened' });
  });

  test('does not change if it has ended, or while the price is still at Stripe', () => {
    expect(overtakenBy({ back: { clawedBack: ZERO } })).not.toHaveProperty('freedEntry');
    expect(overtakenBy({}).next.money.claim?.state).toBe('CONTESTED');
    const ended = withMoney({ claim: { state: 'REJECTED', frozen: ZERO } }, contested());
    expect(overtakenBy({ state: 'REFUNDED' }, ended).next.money.claim?.state).toBe('REJECTED');
  });
});

test('a claim counts for 90 days', () => {
  expect(countingClaims([NOW, later(NOW, 1)], later(NOW, 90 * DAY))).toEqual([later(NOW, 1)]);
});
