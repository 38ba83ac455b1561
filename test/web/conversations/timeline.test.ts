import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { type Instant, instant } from '#shared/time.ts';
import type { Conversation } from '#web/features/conversations/conversation.ts';
import { paymentSteps, timelineOf } from '#web/features/conversations/thread/timeline.ts';

const at = (day: number, hour = 9, minute = 12, month = 11): Instant =>
  instant(new Date(2026, month - 1, day, hour, minute).getTime());
const paidAt = at(21);

const conversation: Conversation = {
  id: 'conversation',
  subject: 'Refused at the counter, what now?',
  status: 'PENDING',
  senderId: 'ben',
  senderName: 'Ben Okafor',
  senderUsername: 'ben',
  senderAvatarUrl: null,
  recipientId: 'ana',
  recipientName: 'Ana Marković',
  recipientUsername: 'ana',
  recipientAvatarUrl: null,
  price: cents(2_500),
  netEarnings: cents(2_335),
  timeReceived: paidAt,
  expiringSoon: false,
  allowResponse: false,
  reasonCode: null,
  deadlineAt: deadlineOf(paidAt),
  modifiedAt: paidAt,
  moneyState: 'HELD',
  chargesAt: at(27, 21),
  note: null,
  claim: null,
  claimUntil: null,
  clarification: null,
  contactState: 'NONE',
  blocked: false,
  timeline: [{ event: 'PAID', at: paidAt, moneyState: 'HELD' }],
};

const said = (items: ReturnType<typeof timelineOf>) =>
  items.map(({ lead, text, at: when }) => [lead, text, when?.words].filter(Boolean).join(' '));

describe('the timeline before the payment', () => {
  test('says what will happen to the money and when', () => {
    const payment = { price: cents(2_500), recipientName: 'Ana Marković', now: paidAt };
    expect(said(paymentSteps(payment))).toEqual([
      'Today, Nov 21 $25.00 is held on your card. Nothing is charged, and you can cancel until Ana answers.',
      'As soon as Ana answers Your card is charged, and the answer is yours to keep.',
      'If Ana declines You get all of it back: the hold is released, or the charge refunded.',
      'About Fri, Nov 27 Holds on cards expire after a week. If Ana hasn’t answered by then, we charge the $25.00 and keep it safe for the answer.',
      'Tue, Dec 1, 9:12 AM No answer by then? You get all $25.00 back on your card automatically. Your bank shows it within 5 to 10 days.',
    ]);
  });

  test('names the card once it is known', () => {
    const card = { cardBrand: 'visa', cardLastFour: '4242' };
    const [held, answered, , , returned] = paymentSteps({
      price: cents(2_500),
      recipientName: 'Ana Marković',
      now: paidAt,
      card,
    });
    expect(held?.text).toContain('$25.00 is held on Visa 4242.');
    expect(answered?.text).toBe('Visa 4242 is charged, and the answer is yours to keep.');
    expect(returned?.text).toContain('back on Visa 4242 automatically');
  });

  test('speaks of the card that is chosen in a wallet before it is known', () => {
    const payment = { price: cents(2_500), recipientName: 'Ana Marković', now: paidAt };
    const [held, answered, , , returned] = paymentSteps({ ...payment, byWallet: true });
    expect(held?.text).toContain('$25.00 is held on the card you choose.');
    expect(answered?.text).toBe('That card is charged, and the answer is yours to keep.');
    expect(returned?.text).toContain('back on that card automatically');
  });
});

describe('the timeline of a pending message', () => {
  test('tells the sender when the hold is captured and when everything is returned', () => {
    expect(said(timelineOf(conversation, 'sender', at(22)))).toEqual([
      'Delivered, $25.00 held Nov 21, 9:12 AM',
      'When Ana answers you’re charged',
      'Fri, Nov 27 still no answer? You’re charged, because the hold expires. You get it all back if no answer comes',
      'Tue, Dec 1, 9:12 AM no answer? You get all $25.00 back automatically',
    ]);
  });

  test('does not announce a capture that has happened', () => {
    const captured: Conversation = {
      ...conversation,
      moneyState: 'CHARGED',
      timeline: [
        ...conversation.timeline,
        { event: 'CAPTURED', at: at(27, 21), moneyState: 'CHARGED' },
      ],
    };
    expect(said(timelineOf(captured, 'sender', at(28)))).toEqual([
      'Paid and delivered Nov 21, 9:12 AM',
      '$25.00 charged, because the hold was about to expire Nov 27, 9:12 PM',
      'When Ana answers you read it here; you aren’t charged again',
      'Tue, Dec 1, 9:12 AM no answer? You get all $25.00 back automatically',
    ]);
  });

  test('tells the recipient what they earn and until when', () => {
    expect(said(timelineOf(conversation, 'recipient', at(22)))).toEqual([
      'Paid and delivered Nov 21, 9:12 AM',
      'When you answer you earn $23.35',
      'Tue, Dec 1, 9:12 AM no answer? Ben gets all $25.00 back automatically',
    ]);
  });
});

describe('the timeline of an answered message', () => {
  const answered: Conversation = {
    ...conversation,
    status: 'OPEN',
    moneyState: 'CHARGED',
    timeline: [
      { event: 'PAID', at: paidAt, moneyState: 'HELD' },
      { event: 'READ', at: at(21, 18, 40), moneyState: 'HELD' },
      { event: 'ANSWERED', at: at(23, 7, 55), moneyState: 'CHARGED' },
      { event: 'CAPTURED', at: at(23, 7, 56), moneyState: 'CHARGED' },
      { event: 'REPLIED', at: at(23, 8), moneyState: 'CHARGED' },
    ],
  };

  test('has three lines and the next step, and omits the capture and the replies', () => {
    expect(said(timelineOf(answered, 'sender', at(24)))).toEqual([
      'Paid and delivered Nov 21, 9:12 AM',
      'Read by Ana Nov 21, 6:40 PM',
      'Answered Nov 23, 7:55 AM',
      'Until Ana closes it both of you can write for free',
    ]);
    expect(said(timelineOf(answered, 'recipient', at(24))).at(-1)).toBe(
      'Until you close it both of you can write for free',
    );
  });
});

describe('the timeline of an expired message', () => {
  test.each([
    ['RELEASED', 'The hold on $25.00 was released: you were never charged'],
    ['REFUNDED', 'All $25.00 refunded to your card'],
  ] as const)('says what happened to the money: %s', (moneyState, words) => {
    const expired: Conversation = {
      ...conversation,
      status: 'EXPIRED',
      moneyState,
      timeline: [
        ...conversation.timeline,
        { event: 'EXPIRED', at: at(1, 9, 12, 12), moneyState },
        { event: 'RETURNED', at: at(1, 9, 13, 12), moneyState },
      ],
    };
    const lines = timelineOf(expired, 'sender', at(2, 9, 0, 12));
    expect(lines.map(({ text }) => text)).toEqual([
      moneyState === 'RELEASED' ? 'Delivered, $25.00 held' : 'Paid and delivered',
      'Ten days passed without an answer',
      words,
      ...(moneyState === 'REFUNDED' ? ['your bank shows it on your card'] : []),
    ]);
    const muchLater = timelineOf(expired, 'sender', at(12, 9, 14, 12));
    expect(muchLater.every(({ done }) => done)).toBe(true);
  });
});

test('the timeline of an expired hold does not mention ten days without an answer', () => {
  const lapsed: Conversation = {
    ...conversation,
    status: 'EXPIRED',
    reasonCode: 'HOLD_LAPSED',
    moneyState: 'RELEASED',
    timeline: [...conversation.timeline, { event: 'EXPIRED', at: at(28), moneyState: 'RELEASED' }],
  };
  for (const side of ['sender', 'recipient'] as const)
    expect(said(timelineOf(lapsed, side, at(29))).at(-1)).toBe(
      'The hold on the payment expired before there was an answer Nov 28, 9:12 AM',
    );
});

test('the timeline of a refund outside the product that the bank refused does not mention a hold', () => {
  const owed: Conversation = {
    ...conversation,
    status: 'EXPIRED',
    reasonCode: 'HOLD_LAPSED',
    moneyState: 'CHARGED',
    timeline: [
      ...conversation.timeline,
      { event: 'EXPIRED', at: at(28), moneyState: 'REFUNDED' },
      { event: 'RETURN_FAILED', at: at(28), moneyState: 'CHARGED', amount: cents(2_500) },
    ],
  };
  expect(said(timelineOf(owed, 'sender', at(29))).slice(-3)).toEqual([
    'The payment was refunded or disputed before there was an answer Nov 28, 9:12 AM',
    'Your bank turned down the refund: we still owe you $25.00 Nov 28, 9:12 AM',
    'Next we look for another way to pay you back',
  ]);
});

test('the timeline of a disputed expired conversation says that the sender gets the money in any case', () => {
  const timeline: Conversation['timeline'] = [
    ...conversation.timeline,
    { event: 'EXPIRED', at: at(28), moneyState: 'REFUNDED' },
    { event: 'DISPUTED', at: at(28), moneyState: 'REFUNDED' },
  ];
  const gone: Conversation = {
    ...conversation,
    status: 'EXPIRED',
    reasonCode: 'HOLD_LAPSED',
    moneyState: 'REFUNDED',
    timeline,
  };
  expect(said(timelineOf(gone, 'sender', at(29))).slice(1)).toEqual([
    'The payment was refunded or disputed before there was an answer Nov 28, 9:12 AM',
    'Your bank asked us for the money back Nov 28, 9:12 AM',
    'When your bank decides you get the money back either way',
  ]);
});

test('the timeline of a reported message says that the report is under review', () => {
  const reported: Conversation = {
    ...conversation,
    status: 'REPORTED',
    reasonCode: 'SCAM_FRAUD',
    moneyState: 'IN_REVIEW',
    timeline: [
      ...conversation.timeline,
      { event: 'REPORTED', at: at(22), moneyState: 'IN_REVIEW' },
    ],
  };
  expect(said(timelineOf(reported, 'sender', at(23)))).toEqual([
    'Paid and delivered Nov 21, 9:12 AM',
    'Ended by Ana Nov 22, 9:12 AM',
    'Next we review what was reported',
  ]);
});

describe('the timeline of a disputed payment', () => {
  const answered = { ...conversation, status: 'COMPLETED', moneyState: 'CHARGED' } as const;
  const asked = { event: 'DISPUTED', at: at(25), moneyState: 'CHARGED' } as const;
  const frozen = { ...asked, amount: cents(2_335) };

  test('tells the recipient what is frozen and what happens next', () => {
    expect(said(timelineOf({ ...answered, timeline: [frozen] }, 'recipient', at(26)))).toEqual([
      'Ben’s bank asked for the money back: $23.35 of your balance is frozen Nov 25, 9:12 AM',
      'When Ben’s bank decides the $23.35 is yours again, or goes to Ben',
    ]);
    expect(said(timelineOf({ ...answered, timeline: [asked] }, 'recipient', at(26)))).toEqual([
      'Ben’s bank asked for the money back Nov 25, 9:12 AM',
      'When Ben’s bank decides your balance stays as it is',
    ]);
  });

  test('tells the sender what their bank does', () => {
    expect(said(timelineOf({ ...answered, timeline: [asked] }, 'sender', at(26)))).toEqual([
      'Your bank asked us for the money back Nov 25, 9:12 AM',
      'When your bank decides either the charge stays, or you get the money back',
    ]);
  });

  test.each([
    ['DISPUTE_WON', 'recipient', 'The bank decided for you: $23.35 is yours again'],
    ['DISPUTE_WON', 'sender', 'Your bank decided: the payment stands'],
    [
      'DISPUTE_LOST',
      'recipient',
      'The bank gave the money to Ben: $23.35 of your earnings was taken back',
    ],
    ['DISPUTE_LOST', 'sender', 'Your bank gave you the money back'],
  ] as const)('for %s says to the %s: %s', (event, side, words) => {
    const timeline = [frozen, { ...frozen, event, at: at(27) }];
    const [, decided, ...next] = said(timelineOf({ ...answered, timeline }, side, at(28)));
    expect(decided).toBe(`${words} Nov 27, 9:12 AM`);
    expect(next).toEqual([]);
  });
});

test('the timeline of a dispute says that the record was sent to the bank, and still waits for its decision', () => {
  const timeline: Conversation['timeline'] = [
    { event: 'DISPUTED', at: at(25), moneyState: 'CHARGED' },
    { event: 'EVIDENCE_SENT', at: at(25), moneyState: 'CHARGED' },
  ];
  const disputed = {
    ...conversation,
    status: 'COMPLETED',
    moneyState: 'CHARGED',
    timeline,
  } as const;
  expect(said(timelineOf(disputed, 'recipient', at(26))).slice(1)).toEqual([
    'We sent the bank the record of your answer Nov 25, 9:12 AM',
    'When Ben’s bank decides your balance stays as it is',
  ]);
  expect(said(timelineOf(disputed, 'sender', at(26)))[1]).toBe(
    'We sent your bank the record of this conversation Nov 25, 9:12 AM',
  );
});

test('the timeline of a message that a fraud warning ended tells each side its own reason', () => {
  const ended = (reasonCode: string): Conversation => ({
    ...conversation,
    status: 'EXPIRED',
    reasonCode,
    moneyState: 'REFUNDED',
    timeline: [{ event: 'EXPIRED', at: at(25), moneyState: 'REFUNDED' }],
  });
  expect(said(timelineOf(ended('FRAUD_WARNING'), 'sender', at(26)))[0]).toBe(
    'Your bank warned us about this payment Nov 25, 9:12 AM',
  );
  expect(said(timelineOf(ended('PAYMENT_WITHDRAWN'), 'recipient', at(26)))[0]).toBe(
    'Withdrawn, because its payment failed Nov 25, 9:12 AM',
  );
});

describe('the timeline of a refused refund', () => {
  const declined = { ...conversation, status: 'DECLINED' } as const;
  const failed = (moneyState: 'REFUNDED' | 'CHARGED') =>
    ({ event: 'RETURN_FAILED', at: at(25), moneyState }) as const;

  test('says that the refund is sent again', () => {
    const timeline = [failed('REFUNDED')];
    const again: Conversation = { ...declined, moneyState: 'REFUNDED', timeline };
    expect(said(timelineOf(again, 'sender', at(26)))).toEqual([
      'Your bank turned down the refund: we sent it once more Nov 25, 9:12 AM',
      'By about Dec 5 your bank shows it on your card',
    ]);
  });

  test('says that the amount is owed if the refund cannot be repeated', () => {
    const timeline = [failed('CHARGED')];
    const owed: Conversation = { ...declined, moneyState: 'CHARGED', timeline };
    expect(said(timelineOf(owed, 'sender', at(26)))).toEqual([
      'Your bank turned down the refund: we still owe you $25.00 Nov 25, 9:12 AM',
      'Next we look for another way to pay you back',
    ]);
    expect(said(timelineOf(owed, 'recipient', at(26)))).toEqual([
      'The refund to the sender was turned down Nov 25, 9:12 AM',
    ]);
  });

  test('of a part of a reported message mentions no debt, unless support gave all of it back', () => {
    const reported = { ...conversation, status: 'REPORTED', reasonCode: 'SPAM_PHISHING' } as const;
    const failedInReview = { ...failed('CHARGED'), moneyState: 'IN_REVIEW' } as const;
    const lastOf = (
      before: 'READ' | 'KEPT' | 'GIVEN_BACK',
      event: Conversation['timeline'][number],
    ) => {
      const timeline = [{ event: before, at: at(24), moneyState: event.moneyState }, event];
      const shown: Conversation = { ...reported, moneyState: event.moneyState, timeline };
      return said(timelineOf(shown, 'sender', at(26)))[1];
    };
    expect(lastOf('READ', failedInReview)).toBe('Your bank turned down a refund Nov 25, 9:12 AM');
    expect(lastOf('KEPT', failed('CHARGED'))).toBe(
      'Your bank turned down a refund Nov 25, 9:12 AM',
    );
    expect(lastOf('GIVEN_BACK', failedInReview)).toBe(
      'Your bank turned down the refund: we still owe you $25.00 Nov 25, 9:12 AM',
    );
  });

  test('says how much is owed if only a part was refused', () => {
    const timeline = [{ ...failed('CHARGED'), amount: cents(2_100) }];
    const owed: Conversation = { ...declined, moneyState: 'CHARGED', timeline };
    expect(said(timelineOf(owed, 'sender', at(26)))).toEqual([
      'Your bank gave you part of the money: we still owe you the other $21.00 Nov 25, 9:12 AM',
      'Next we look for another way to pay you back',
    ]);
  });
});

test('the timeline tells both sides of a part that support gave back, and the recipient that the earning stays', () => {
  const partly: Conversation = {
    ...conversation,
    status: 'COMPLETED',
    moneyState: 'CHARGED',
    timeline: [
      { event: 'PARTLY_REFUNDED', at: paidAt, moneyState: 'CHARGED', amount: cents(1_000) },
    ],
  };
  expect(said(timelineOf(partly, 'sender', at(22)))[0]).toContain('We refunded you $10.00');
  expect(said(timelineOf(partly, 'recipient', at(22)))[0]).toContain(
    'We refunded Ben $10.00. You keep what you earned',
  );
});
