import { describe, expect, test } from '@jest/globals';
import type { DomainEvent } from '#shared/domain-events.ts';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  CLAIM_EVENTS,
  claimNotifications,
  isClaimEvent,
} from '#shared/rules/notifications/claim-notifications.ts';
import {
  type ConversationEvent,
  conversationNotification,
  isConversationEvent,
  latestReminderAt,
  refundNotifications,
} from '#shared/rules/notifications/notifications.ts';
import { DAY, HOUR, instant, later, MINUTE } from '#shared/time.ts';

/* Who is notified of an event of a conversation, what they read, and until when it is worth knowing. */

const NOW = instant(Date.UTC(2026, 10, 25));
const DEADLINE = later(NOW, 4 * DAY);

const conversation = (change: object = {}) =>
  ({
    id: 'c1',
    status: 'PENDING',
    subject: 'Dry winters',
    price: cents(2_500),
    sender: { id: 'ben', fullName: 'Ben' },
    recipient: { id: 'ana', fullName: 'Ana' },
    deadlineAt: DEADLINE,
    lastMessageAt: NOW,
    money: { state: 'RELEASED' },
    ...change,
  }) as unknown as Conversation;

const eventOf = (type: string, detail: object = {}) =>
  ({
    id: 'e1',
    type,
    at: NOW,
    detail: { conversationId: 'c1', ...detail },
  }) as unknown as ConversationEvent;
const notificationOf = (type: string, change: object = {}, detail: object = {}, now = NOW) =>
  conversationNotification(conversation(change), eventOf(type, detail), now);

const [TO_SENDER, TO_RECIPIENT] = [
  { userId: 'ben', path: '/order-viewer/c1' },
  { userId: 'ana', path: '/inbox-viewer/c1' },
];
const FREE = { price: ZERO };
const PAUSED = { status: 'NEEDS_INFO', clarification: { until: later(NOW, 3 * HOUR) } };

type Row = [
  string,
  change: object,
  to: object,
  words: [title: string, body: string],
  open: [title: string, body: string],
];
const NOT_CHARGED = 'You weren’t charged.';
const ON_ITS_WAY = 'Your money is on its way back.';
const REFUND_REFUSED = 'Your bank turned down the refund. We’re working on another way.';
const REFUNDED = { money: { state: 'REFUNDED' } };

describe('the notification', () => {
  test.each<Row>([
    [
      'conversation.paid',
      {},
      TO_RECIPIENT,
      ['A paid letter is waiting', 'You have 10 days to answer it.'],
      ['Ben paid for your answer', 'Dry winters'],
    ],
    [
      'conversation.asked',
      {},
      TO_RECIPIENT,
      ['A help ticket is waiting', 'Someone asks for help.'],
      ['Ben asks for help', 'Dry winters'],
    ],
    [
      'conversation.answered',
      {},
      TO_SENDER,
      ['Your letter was answered', 'Open it to read the answer.'],
      ['Ana answered you', 'Dry winters'],
    ],
    [
      'conversation.answered',
      { recipient: { id: 'ana', fullName: 'Support', username: 'support' } },
      TO_SENDER,
      ['Your help ticket was answered', 'Open it to read the answer.'],
      ['Support answered you', 'Dry winters'],
    ],
    [
      'conversation.infoGiven',
      {},
      TO_RECIPIENT,
      ['Your question was answered', 'Your time to answer the letter runs again.'],
      ['Ben answered your question', 'Dry winters'],
    ],
    [
      'conversation.infoEnded',
      {},
      TO_RECIPIENT,
      ['Your question wasn’t answered', 'Your time to answer the letter runs again.'],
      ['Ben didn’t answer your question', 'Dry winters. Your time to answer runs again.'],
    ],
    [
      'conversation.declined',
      {},
      TO_SENDER,
      ['Your letter was declined', NOT_CHARGED],
      ['Ana declined your letter', `Dry winters. ${NOT_CHARGED}`],
    ],
    [
      'conversation.declined',
      REFUNDED,
      TO_SENDER,
      ['Your letter was declined', ON_ITS_WAY],
      ['Ana declined your letter', `Dry winters. ${ON_ITS_WAY}`],
    ],
    [
      'conversation.declined',
      { money: { state: 'CHARGED' } },
      TO_SENDER,
      ['Your letter was declined', REFUND_REFUSED],
      ['Ana declined your letter', `Dry winters. ${REFUND_REFUSED}`],
    ],
    [
      'conversation.declined',
      FREE,
      TO_SENDER,
      ['Your letter was declined', 'Open it to see what happened.'],
      ['Ana declined your letter', 'Dry winters. Open it to see what happened.'],
    ],
    [
      'conversation.reported',
      { status: 'REPORTED', reasonCode: 'SPAM_PHISHING' },
      TO_SENDER,
      ['Your letter was reported', 'You were charged while we review the report.'],
      ['Ana reported your letter', 'Dry winters. You were charged while we review the report.'],
    ],
    [
      'conversation.reported',
      { status: 'REPORTED', reasonCode: 'NOT_ME' },
      TO_SENDER,
      ['Your letter won’t be answered', NOT_CHARGED],
      ['Ana couldn’t answer you', `Dry winters. ${NOT_CHARGED}`],
    ],
    [
      'conversation.expired',
      { status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER' },
      TO_SENDER,
      ['No answer came in time', NOT_CHARGED],
      ['Ana didn’t answer in time', `Dry winters. ${NOT_CHARGED}`],
    ],
    [
      'conversation.expired',
      { status: 'EXPIRED', reasonCode: 'WITHDRAWN' },
      TO_SENDER,
      ['Your letter was ended', NOT_CHARGED],
      ['Your letter to Ana was ended', `Dry winters. ${NOT_CHARGED}`],
    ],
    [
      'conversation.expired',
      { status: 'EXPIRED', reasonCode: 'FRAUD_WARNING' },
      TO_SENDER,
      ['Your letter was ended', `Your bank warned us about this payment. ${NOT_CHARGED}`],
      [
        'Your letter to Ana was ended',
        `Dry winters. Your bank warned us about this payment. ${NOT_CHARGED}`,
      ],
    ],
    [
      'conversation.evidenceSent',
      { money: { state: 'CHARGED', back: { dispute: 'OPEN' } } },
      TO_RECIPIENT,
      ['A payment is disputed', 'We sent the bank the record of your answer.'],
      [
        'We sent the bank the record of your answer',
        'Dry winters. The sender’s bank asked for the money back.',
      ],
    ],
  ])(
    'of %s with %j quotes names and subjects only in its open text',
    (type, change, to, words, open) =>
      expect(notificationOf(type, change)).toEqual({
        ...to,
        title: words[0],
        body: words[1],
        open: { title: open[0], body: open[1] },
        tag: 'conversation:c1',
        urgency: 'high',
        goodFor: 7 * DAY,
      }),
  );

  test('of a question is delivered only until its time is over', () => {
    const about = { title: 'There’s a question about your letter', ...TO_SENDER };
    expect(notificationOf('conversation.infoAsked', PAUSED)).toMatchObject({
      ...about,
      body: 'It comes before the answer. Replying is free.',
      open: { title: 'Ana has a question before answering', body: 'Dry winters' },
      goodFor: 3 * HOUR,
    });
    for (const until of [undefined, NOW])
      expect(
        notificationOf('conversation.infoAsked', {
          ...PAUSED,
          clarification: until && { until },
        }),
      ).toMatchObject({ ...about, goodFor: MINUTE });
  });

  test('of a free reply goes to the other side', () => {
    const words = { title: 'You have a reply', body: 'Open it to read on.' };
    expect(notificationOf('conversation.replied', {}, { byUserId: 'ben' })).toMatchObject({
      ...words,
      ...TO_RECIPIENT,
      open: { title: 'Ben wrote to you', body: 'Dry winters' },
    });
    expect(notificationOf('conversation.replied', {}, { byUserId: 'ana' })).toMatchObject({
      ...words,
      ...TO_SENDER,
      open: { title: 'Ana wrote to you', body: 'Dry winters' },
    });
  });

  test.each<[string, object, object]>([
    ['conversation.paid', { status: 'DECLINED' }, {}],
    ['conversation.paid', { recipientReadAt: NOW }, {}],
    ['conversation.asked', { status: 'DECLINED' }, {}],
    ['conversation.asked', { recipientReadAt: NOW }, {}],
    ['conversation.answered', { senderReadAt: NOW }, {}],
    ['conversation.answered', { lastMessageAt: later(NOW, 1) }, {}],
    ['conversation.replied', { recipientReadAt: NOW }, { byUserId: 'ben' }],
    ['conversation.replied', { senderReadAt: NOW }, { byUserId: 'ana' }],
    ['conversation.infoAsked', { ...PAUSED, senderReadAt: NOW }, {}],
    ['conversation.infoAsked', { ...PAUSED, status: 'PENDING' }, {}],
    ['conversation.infoGiven', { recipientReadAt: NOW }, {}],
    ['conversation.infoGiven', { status: 'OPEN' }, {}],
    ['conversation.infoEnded', { status: 'OPEN' }, {}],
    ['conversation.infoEnded', {}, { byUserId: 'ana' }],
    ['conversation.evidenceSent', {}, {}],
    ['conversation.evidenceSent', { money: { back: { dispute: 'WON' } } }, {}],
    ['conversation.expiringSoon', { status: 'NEEDS_INFO' }, {}],
    ['conversation.expiringSoon', { deadlineAt: NOW }, {}],
    ['conversation.nudged', { status: 'OPEN' }, {}],
    ['conversation.nudged', { deadlineAt: NOW }, {}],
  ])('of %s is not sent with %j and %j', (type, change, detail) =>
    expect(notificationOf(type, change, detail)).toBeUndefined(),
  );

  test('of a question that the sender did not want to answer is sent', () =>
    expect(notificationOf('conversation.infoEnded', {}, { byUserId: 'ben' })).toMatchObject(
      TO_RECIPIENT,
    ));

  test('of a message that was read before it arrived is sent', () => {
    const read = { senderReadAt: later(NOW, -1), recipientReadAt: later(NOW, -1) };
    expect(notificationOf('conversation.answered', read)).toMatchObject(TO_SENDER);
    expect(notificationOf('conversation.infoGiven', read)).toMatchObject(TO_RECIPIENT);
  });
});

describe('a reminder', () => {
  test.each([
    [4 * DAY, '4 days left to answer.'],
    [3 * DAY, '3 days left to answer.'],
    [3 * DAY - 1, '72 hours left to answer.'],
    [12 * HOUR, '12 hours left to answer.'],
    [1.4 * HOUR, '1 hour left to answer.'],
    [MINUTE, '1 hour left to answer.'],
  ])('%d ms before the deadline says how much time is left', (left, body) => {
    const now = later(DEADLINE, -left);
    const about = { ...TO_RECIPIENT, body, latestAt: later(DEADLINE, -2 * HOUR) };
    expect(notificationOf('conversation.expiringSoon', {}, {}, now)).toMatchObject({
      ...about,
      title: `A paid letter ${left > 48 * HOUR ? 'is waiting for your answer' : 'expires soon'}`,
      open: { title: 'Ben is still waiting for your answer', body: `Dry winters. ${body}` },
    });
    expect(notificationOf('conversation.nudged', {}, {}, now)).toMatchObject({
      ...about,
      title: 'A sender reminds you of a paid letter',
      open: { title: 'Ben reminds you', body: `Dry winters. ${body}` },
    });
  });

  test('calls a message expiring from 48 hours before its deadline on', () => {
    const titleAt = (left: number) =>
      notificationOf('conversation.expiringSoon', {}, {}, later(DEADLINE, -left))?.title;
    expect(titleAt(48 * HOUR + 1)).toBe('A paid letter is waiting for your answer');
    expect(titleAt(48 * HOUR)).toBe('A paid letter expires soon');
  });

  test.each([
    [4 * DAY, 48 * HOUR, 4 * DAY],
    [5 * HOUR, 5 * HOUR, 5 * HOUR],
    [1, MINUTE, MINUTE],
  ])('%d ms before the deadline has a limited time to live', (left, reminder, nudge) => {
    const now = later(DEADLINE, -left);
    const goodFor = (type: string) => notificationOf(type, {}, {}, now)?.goodFor;
    expect(goodFor('conversation.expiringSoon')).toBe(reminder);
    expect(goodFor('conversation.nudged')).toBe(nudge);
  });

  test('comes at the latest two hours before the deadline', () =>
    expect(latestReminderAt(conversation())).toBe(later(DEADLINE, -2 * HOUR)));
});

describe('a refund', () => {
  const about = { tag: 'conversation:c1', urgency: 'normal', goodFor: 7 * DAY };
  const BODY = 'It’s on its way. Your bank shows it within 5 to 10 days.';
  const toSender = (title: string) => ({
    ...about,
    ...TO_SENDER,
    title,
    body: BODY,
    open: { title, body: `Dry winters. ${BODY}` },
  });

  const answered = (byHand?: Conversation['money']['byHand']) =>
    conversation({ net: cents(2_335), money: { state: 'REFUNDED', ...(byHand && { byHand }) } });

  test('by an operator is known to both sides', () => {
    const body = 'What you earned stays yours.';
    expect(refundNotifications(answered())).toEqual([
      toSender('You get your money back'),
      {
        ...about,
        ...TO_RECIPIENT,
        title: 'A payment was refunded',
        body,
        open: { title: 'Ben gets the money back', body: `Dry winters. ${body}` },
      },
    ]);
  });

  test.each([
    ['TAKEN_BACK', answered({ decided: 'GIVE_BACK', earning: cents(2_335) }), 'was taken back'],
    [
      'KEPT after an appeal',
      answered({ decided: 'GIVE_BACK', earning: cents(2_335), restored: cents(2_335) }),
      'stays yours',
    ],
    ['NONE', conversation(), 'earned nothing for it'],
  ])('tells the recipient what became of the earning: %s', (_earning, c, words) =>
    expect(refundNotifications(c)[1]?.body).toContain(words),
  );

  test('of a part says to the recipient that the earning stays', () =>
    expect(refundNotifications(answered(), cents(500))).toMatchObject([
      toSender('You get $5.00 back'),
      {
        title: 'Part of a payment was refunded',
        body: 'What you earned stays yours.',
        open: { title: 'Ben gets $5.00 back' },
      },
    ]));
});

test('an event is of a conversation, of a claim, or of neither', () => {
  const known = (type: string) => {
    const event = { type } as DomainEvent;
    return [isConversationEvent(event), isClaimEvent(event)];
  };
  expect(known('conversation.answered')).toEqual([true, false]);
  expect(known('claim.opened')).toEqual([false, true]);
  for (const type of ['conversation.givenBack', 'plan.ended', 'toString'])
    expect(known(type)).toEqual([false, false]);
});

describe('the notification of', () => {
  type ClaimEventType = (typeof CLAIM_EVENTS)[number];
  const until = later(NOW, 72 * HOUR);
  const claimed = (state: string, claim: object | undefined = { until }) =>
    conversation({ status: 'OPEN', claim, money: { claim: { state } } });
  const sent = (type: ClaimEventType, c: Conversation, byUserId?: string) =>
    claimNotifications(c, eventOf(type, { byUserId }) as never, NOW).map((one) => [
      one.userId,
      one.title,
      one.body,
    ]);

  const DECIDES = 'We’ll decide. You don’t need to do anything.';
  const YOURS = 'Your earning is yours again.';
  const READ = 'Open it to read why.';
  test.each<[ClaimEventType, string, string | undefined, string[][]]>([
    [
      'claim.opened',
      'OPEN',
      'ben',
      [
        [
          'ana',
          'A sender says your answer didn’t answer the question',
          'Improve it, give the money back or contest the claim within 72 hours. A reply doesn’t settle it. What you earned is frozen until the claim is settled.',
        ],
      ],
    ],
    [
      'claim.improved',
      'IMPROVED',
      'ana',
      [
        [
          'ben',
          'The answer to your letter was improved',
          'If it still doesn’t answer your question, you can ask us to decide within 72 hours.',
        ],
      ],
    ],
    ['claim.contested', 'CONTESTED', 'ana', [['ben', 'Your claim was contested', DECIDES]]],
    ['claim.contested', 'CONTESTED', 'ben', [['ana', 'The sender asks for a decision', DECIDES]]],
    [
      'claim.decided',
      'UPHELD',
      undefined,
      [
        ['ben', 'Your claim was upheld', 'Your money is on its way back.'],
        ['ana', 'The claim about your answer was upheld', READ],
      ],
    ],
    [
      'claim.decided',
      'REJECTED',
      undefined,
      [
        ['ben', 'Your claim was rejected', READ],
        ['ana', 'The claim was rejected', YOURS],
      ],
    ],
    [
      'claim.givenBack',
      'GIVEN_BACK',
      'ana',
      [['ben', 'You get your money back', 'Your money is on its way back.']],
    ],
    [
      'claim.givenBack',
      'LAPSED',
      undefined,
      [
        ['ben', 'You get your money back', 'Your money is on its way back.'],
        [
          'ana',
          'The time to respond to a claim is over',
          'The sender gets all of the money back, and you earn nothing for this letter.',
        ],
      ],
    ],
    ['claim.withdrawn', 'WITHDRAWN', 'ben', [['ana', 'A claim was withdrawn', YOURS]]],
    ['claim.accepted', 'ACCEPTED', 'ben', [['ana', 'Your improved answer stands', YOURS]]],
  ])('%s in the state %s by %s goes to the sides that did not do it', (type, state, by, expected) =>
    expect(sent(type, claimed(state), by)).toEqual(expected),
  );

  test.each(CLAIM_EVENTS)('%s is not sent once the claim has gone on', (type) => {
    expect(sent(type, conversation())).toEqual([]);
    const states = ['OPEN', 'IMPROVED', 'CONTESTED', 'UPHELD', 'WITHDRAWN', 'ACCEPTED', 'LAPSED'];
    const relevant = states.filter((state) => sent(type, claimed(state)).length > 0);
    expect(relevant).toHaveLength(1);
  });

  test('a claim opens the conversation, and is delivered only until the time to react is over', () => {
    const [first] = claimNotifications(claimed('OPEN'), eventOf('claim.opened') as never, NOW);
    expect(first).toEqual({
      ...TO_RECIPIENT,
      title: 'A sender says your answer didn’t answer the question',
      body: 'Improve it, give the money back or contest the claim within 72 hours. A reply doesn’t settle it. What you earned is frozen until the claim is settled.',
      open: {
        title: 'A sender says your answer didn’t answer the question',
        body: 'Dry winters. Improve it, give the money back or contest the claim within 72 hours. A reply doesn’t settle it. What you earned is frozen until the claim is settled.',
      },
      tag: 'claim:c1',
      urgency: 'high',
      goodFor: 72 * HOUR,
    });
    const goodFor = (claim: object | undefined) =>
      claimNotifications(claimed('IMPROVED', claim), eventOf('claim.improved') as never, NOW).map(
        (one) => [one.path, one.goodFor],
      );
    expect(goodFor({ until: NOW })).toEqual([['/order-viewer/c1', MINUTE]]);
    expect(goodFor({})).toEqual([['/order-viewer/c1', 7 * DAY]]);
  });
});
