import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { type RecordSource, recordOf, textOf } from '#shared/rules/conversations/record.ts';
import {
  canonicalJson,
  chain,
  firstBrokenEntry,
  type RecordEntry,
} from '#shared/rules/conversations/record-chain.ts';
import { answeredEntry, failedRefundEntry, paidEntry } from '#shared/rules/ledger/ledger.ts';
import { instant } from '#shared/time.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const TERMS = { basisPoints: 1_000, fixed: cents(50) };
const order = { id: 'C1', price: cents(2_500) };

const conversation = {
  ...order,
  kind: 'CONVERSATION',
  status: 'OPEN',
  sender: { id: 'S', fullName: 'Ana Marković', username: 'ana', avatarUrl: null },
  recipient: { id: 'R', fullName: 'Ben Okafor', username: 'ben', avatarUrl: null },
  subject: 'Dry winters',
  payment: { customerId: 'cus_secret', paymentMethodId: 'pm_secret', keepCard: false },
  createdAt: instant(1_000),
  money: { state: 'CHARGED', intentId: 'pi_secret' },
  history: [
    { event: 'PAID', at: instant(2_000), moneyState: 'HELD' },
    { event: 'ANSWERED', at: instant(5_000), moneyState: 'HELD' },
    { event: 'DISPUTED', at: instant(9_000), moneyState: 'CHARGED', amount: cents(2_200) },
  ],
} as unknown as Conversation;

const source: RecordSource = {
  conversation,
  messages: [
    {
      id: 'M2',
      kind: 'PAID_RESPONSE',
      senderId: 'R',
      sentAt: instant(5_000),
      body: '<p>Keep it in its case.</p><p>See <a href="https://a.test">this</a> &amp; that.</p>',
    },
    { id: 'M1', kind: 'QUESTION', senderId: 'S', body: '<p>How?</p>', sentAt: instant(2_000) },
  ],
  entries: [
    { ...answeredEntry(order, 'R', TERMS), at: instant(5_000) },
    { ...paidEntry(order), at: instant(2_000) },
    { ...failedRefundEntry(order, 1, cents(2_500)), at: instant(9_500) },
  ],
};

const recordFor = (side: Side, more: Partial<RecordSource> = {}) =>
  recordOf(side, { ...source, ...more }, sha256);
const entry = (side: Side, what: string, more?: Partial<RecordSource>) =>
  recordFor(side, more).entries.filter((one) => one.what === what);

describe('the record of a conversation', () => {
  test('lists what happened, the messages and the bookings by time, with the same bytes each time', () => {
    const record = recordFor('sender');
    expect(record.entries.map(({ number, what, by }) => [number, what, by])).toEqual([
      [1, 'CONVERSATION', undefined],
      [2, 'PAID', 'SENDER'],
      [3, 'MESSAGE', 'SENDER'],
      [4, 'BOOKED', 'PLATFORM'],
      [5, 'ANSWERED', 'RECIPIENT'],
      [6, 'MESSAGE', 'RECIPIENT'],
      [7, 'BOOKED', 'PLATFORM'],
      [8, 'DISPUTED', 'BANK'],
      [9, 'BOOKED', 'PLATFORM'],
    ]);
    const messages = [...source.messages].reverse();
    const entries = [...(source.entries ?? [])].reverse();
    expect(recordFor('sender', { messages, entries })).toEqual(record);
  });

  test('shows the fee and the earning to the recipient only', () => {
    expect(
      entry('recipient', 'BOOKED').map(({ amountCents, feeCents, earningCents }) => [
        amountCents,
        feeCents,
        earningCents,
      ]),
    ).toEqual([
      [2_500, undefined, undefined],
      [2_500, 300, 2_200],
    ]);
    expect(entry('recipient', 'DISPUTED')).toMatchObject([{ amountCents: 2_200 }]);
    const seen = JSON.stringify(recordFor('sender'));
    expect(seen).not.toMatch(/fee|earning|2200|300\b/);
    expect(entry('sender', 'BOOKED').at(-1)).toMatchObject({
      booking: 'refundFailed',
      amountCents: 2_500,
    });
  });

  test('contains no card, no customer and no payment id', () => {
    for (const side of ['sender', 'recipient'] as const)
      expect(JSON.stringify(recordFor(side))).not.toMatch(/secret/);
  });

  test('has the text of each message in plain lines, and the hash of the text', () => {
    const text = 'Keep it in its case.\nSee this [https://a.test] & that.';
    expect(entry('sender', 'MESSAGE')[1]).toMatchObject({ text, textHash: sha256(text) });
    expect(textOf('<p>a</p><p></p><ul><li>b\u0007<br>c</li></ul>')).toBe('a\nb\nc');
    expect(textOf('<blockquote>a</BLOCKQUOTE>b<br/>c</pre>d')).toBe('a\nb\ncd');
    expect(
      textOf('<A class="x" href="https://a.test" rel="me">one\n</A> <a href="b">two</a>'),
    ).toBe('one [https://a.test] two [b]');
    expect(textOf('a\u0000\u0001b')).toBe('a b');
  });

  test('of a canceled order has no messages for the recipient', () => {
    const canceled = { ...conversation, status: 'CANCELLED' } as Conversation;
    expect(entry('recipient', 'MESSAGE', { conversation: canceled })).toEqual([]);
    expect(entry('sender', 'MESSAGE', { conversation: canceled })).toHaveLength(2);
  });

  test('has the texts of a claim, its contest and its decision, for both sides', () => {
    const claim = {
      reason: 'NOT_ADDRESSED',
      text: 'I asked about the bow.',
      at: instant(6_000),
      contest: { by: 'recipient', at: instant(7_000), text: 'The bow is in line two.' },
      decisionReason: 'Line two is about the bow.',
    };
    const history = (['CLAIMED', 'CLAIM_CONTESTED', 'CLAIM_REJECTED'] as const).map(
      (event, index) => ({ event, at: instant(6_000 + index), moneyState: 'CHARGED' as const }),
    );
    const claimed = { ...conversation, claim, history } as unknown as Conversation;
    for (const side of ['sender', 'recipient'] as const)
      expect(
        recordFor(side, { conversation: claimed })
          .entries.filter(({ what }) => what.startsWith('CLAIM'))
          .map(({ by, reasonCode, note }) => [by, reasonCode, note]),
      ).toEqual([
        ['SENDER', 'NOT_ADDRESSED', 'I asked about the bow.'],
        ['RECIPIENT', undefined, 'The bow is in line two.'],
        ['PLATFORM', undefined, 'Line two is about the bow.'],
      ]);
  });

  test('has the reason of a decision at the decision only', () => {
    const history = (['READ', 'CLAIM_UPHELD', 'CLAIM_ACCEPTED'] as const).map((event, index) => ({
      event,
      at: instant(9_000 + index),
      moneyState: 'CHARGED' as const,
    }));
    const decided = { ...conversation, history, claim: { decisionReason: 'It was no answer.' } };
    const { entries } = recordFor('sender', { conversation: decided as never, messages: [] });
    const notes = entries.flatMap(({ what, note }) => (note === undefined ? [] : [[what, note]]));
    expect(notes).toEqual([['CLAIM_UPHELD', 'It was no answer.']]);
  });

  test('lists the messages of one moment by their ids', () => {
    const [first, second] = ['M1', 'M2'].map((id) => ({
      id,
      kind: 'REPLY' as const,
      senderId: 'S',
      body: id,
      sentAt: instant(5_000),
    }));
    for (const messages of [
      [first, second],
      [second, first],
    ])
      expect(
        entry('sender', 'MESSAGE', { messages: messages as never }).map((one) => one.messageId),
      ).toEqual(['M1', 'M2']);
  });

  test('shows a booking of the earning alone to the recipient only', () => {
    const cause = 'takenBack:C1';
    const postings = [{ account: 'user:R', amount: cents(-2_200) }];
    const booked = (side: Side) =>
      entry(side, 'BOOKED', { entries: [{ cause, postings, at: instant(9_500) } as never] });
    expect(booked('sender')).toEqual([]);
    expect(booked('recipient')).toMatchObject([{ booking: 'takenBack', earningCents: -2_200 }]);
    expect(booked('recipient')[0]).not.toHaveProperty('amountCents');
  });

  test('names the side that contested a claim', () => {
    const history = [{ event: 'CLAIM_CONTESTED', at: instant(9_000), moneyState: 'CHARGED' }];
    const contested = (by: Side) =>
      entry('sender', 'CLAIM_CONTESTED', {
        conversation: { ...conversation, history, claim: { contest: { by } } } as never,
      })[0]?.by;
    expect([contested('sender'), contested('recipient')]).toEqual(['SENDER', 'RECIPIENT']);
  });

  test('lists the bookings of one moment by their cause', () => {
    const at = instant(5_000);
    const [paid, answered] = [
      { ...paidEntry(order), at },
      { ...answeredEntry(order, 'R', TERMS), at },
    ];
    for (const entries of [
      [paid, answered],
      [answered, paid],
    ])
      expect(entry('sender', 'BOOKED', { entries }).map(({ booking }) => booking)).toEqual([
        'answered',
        'paid',
      ]);
  });

  test.each([
    ['SENDER', 'PAID SENT INFO_GIVEN NUDGED CANCELLED CLAIMED CLAIM_WITHDRAWN'],
    [
      'RECIPIENT',
      'READ INFO_ASKED ANSWERED CLOSED DECLINED REPORTED CLAIM_IMPROVED CLAIM_CONTESTED CLAIM_GIVEN_BACK',
    ],
    [
      'PLATFORM',
      'CAPTURED EXPIRED RETURNED GIVEN_BACK KEPT PARTLY_REFUNDED EVIDENCE_SENT TAKEN_BACK CLAIM_ACCEPTED CLAIM_LAPSED CLAIM_UPHELD CLAIM_REJECTED CLAIM_OVERTAKEN',
    ],
    ['BANK', 'RETURN_FAILED DISPUTED DISPUTE_WON DISPUTE_LOST'],
    [undefined, 'INFO_ENDED REPLIED'],
  ])('names %s as who did %s', (by, events) => {
    const history = events.split(' ').map((event) => ({ event, at: instant(9_000) }));
    const done = { ...conversation, history } as unknown as Conversation;
    const { entries } = recordFor('sender', { conversation: done, messages: [], entries: [] });
    expect(entries.slice(1).map((one) => [one.what, one.by])).toEqual(
      events.split(' ').map((event) => [event, by]),
    );
  });

  test('names the platform if support ended the conversation, and the reason at its end only', () => {
    const history = (['PAID', 'EXPIRED', 'CANCELLED'] as const).map((event, index) => ({
      event,
      at: instant(6_000 + index),
      moneyState: 'HELD' as const,
    }));
    const ended: Conversation = {
      ...conversation,
      status: 'CANCELLED',
      reasonCode: 'WITHDRAWN',
      history,
    };
    const said = (c: Conversation) =>
      recordFor('sender', { conversation: c, messages: [], entries: [] })
        .entries.slice(1)
        .map(({ by, reasonCode }) => [by, reasonCode]);
    expect(said(ended)).toEqual([
      ['SENDER', undefined],
      ['PLATFORM', undefined],
      ['PLATFORM', 'WITHDRAWN'],
    ]);
    expect(said({ ...ended, reasonCode: 'MISTAKE' }).at(-1)).toEqual(['SENDER', 'MISTAKE']);
  });

  test('has the note of a decline', () => {
    const declined = { event: 'DECLINED', at: instant(9_000), moneyState: 'RELEASED' } as const;
    const ended: Conversation = {
      ...conversation,
      status: 'DECLINED',
      note: 'Too far away.',
      history: [declined],
    };
    const [one] = entry('sender', 'DECLINED', { conversation: ended });
    expect(one).toMatchObject({ by: 'RECIPIENT', note: 'Too far away.', moneyState: 'RELEASED' });
    expect(entry('sender', 'ANSWERED')[0]).not.toHaveProperty('note');
  });

  test('begins with the conversation, its people, its price and its tier', () => {
    const tier = { name: 'Quick', promise: 'A short answer', minimumLength: 200 };
    const { entries, ...record } = recordFor('sender', { conversation: { ...conversation, tier } });
    expect(record).toEqual({
      format: 'replypaid-record/1',
      conversationId: 'C1',
      side: 'sender',
    });
    expect(entries[0]).toMatchObject({
      number: 1,
      at: '1970-01-01T00:00:01.000Z',
      what: 'CONVERSATION',
      conversationId: 'C1',
      recordFor: 'sender',
      subject: 'Dry winters',
      sender: { fullName: 'Ana Marković', username: 'ana' },
      recipient: { fullName: 'Ben Okafor', username: 'ben' },
      priceCents: 2_500,
      currency: 'usd',
      tier,
    });
    expect(recordFor('sender').entries[0]).not.toHaveProperty('tier');
  });

  test('shows what is owed after a failed refund, and its second try, to the sender only', () => {
    const booked = (side: Side, cause: string) =>
      entry(side, 'BOOKED', {
        entries: [{ ...failedRefundEntry(order, 1, cents(2_500)), cause, at: instant(9_500) }],
      });
    for (const cause of ['refundFailed:C1:1', 'refundedAgain:C1:1']) {
      expect(booked('recipient', cause)).toEqual([]);
      expect(booked('sender', cause)).toMatchObject([{ amountCents: 2_500 }]);
    }
    expect(booked('recipient', 'xrefundFailed:C1:1')).toHaveLength(1);
  });

  test('has no bookings without the entries of the ledger', () => {
    const { entries: _entries, ...without } = source;
    expect(recordOf('sender', without, sha256).entries.map(({ what }) => what)).not.toContain(
      'BOOKED',
    );
  });

  test('tells the recipient nothing of a fraud warning', () => {
    const expired = { event: 'EXPIRED', at: instant(9_000), moneyState: 'REFUNDED' } as const;
    const ended: Conversation = {
      ...conversation,
      status: 'EXPIRED',
      reasonCode: 'FRAUD_WARNING',
      history: [expired],
    };
    const reason = (side: Side) => entry(side, 'EXPIRED', { conversation: ended })[0]?.reasonCode;
    expect([reason('sender'), reason('recipient')]).toEqual(['FRAUD_WARNING', 'PAYMENT_WITHDRAWN']);
  });

  test('ends at the given time', () => {
    const { entries } = recordFor('sender', { until: instant(5_000) });
    expect(entries.map(({ what }) => what)).not.toContain('DISPUTED');
    expect(entries.at(-1)).toMatchObject({ what: 'BOOKED', booking: 'answered' });
  });
});

describe('the chain of a record', () => {
  const built = () => recordFor('recipient').entries;

  test('is intact as it was built, and after a round trip through JSON', async () => {
    const entries = built();
    expect(await firstBrokenEntry(entries, sha256)).toBeUndefined();
    expect(await firstBrokenEntry(JSON.parse(JSON.stringify(entries)), sha256)).toBeUndefined();
  });

  test('begins with the hash of the canonical JSON of the first entry', () => {
    const [first, second] = built();
    const { hash, ...content } = first as RecordEntry;
    expect(hash).toBe(sha256(canonicalJson(content)));
    const { hash: next, ...after } = second as RecordEntry;
    expect(next).toBe(sha256(hash + canonicalJson(after)));
  });

  test('is broken at the first entry that was changed, removed, added or moved', async () => {
    const entries = built();
    const changed = (index: number, change: Partial<RecordEntry>) =>
      entries.map((one, at) => (at === index ? { ...one, ...change } : one));
    const broken = (list: readonly RecordEntry[]) => firstBrokenEntry(list, sha256);
    expect(await broken(changed(1, { at: '2026-01-01T00:00:00.000Z' }))).toBe(2);
    expect(await broken(changed(2, { text: 'Another text' }))).toBe(3);
    expect(
      await broken(changed(2, { text: 'Another text', textHash: sha256('Another text') })),
    ).toBe(3);
    expect(await broken(entries.toSpliced(4, 1))).toBe(5);
    expect(await broken(entries.toSpliced(4, 0, entries[3] as RecordEntry))).toBe(5);
    expect(await broken(changed(0, { priceCents: ZERO }))).toBe(1);
  });

  test('is broken if its own hashes are right, and a number or the hash of a text is not', async () => {
    const content = { number: 1, at: '2026-01-01T00:00:00.000Z', what: 'MESSAGE', text: 'a' };
    const broken = (change: object) =>
      firstBrokenEntry(chain([{ ...content, textHash: sha256('a'), ...change }], sha256), sha256);
    expect(await broken({})).toBeUndefined();
    expect(await broken({ number: 2 })).toBe(1);
    expect(await broken({ textHash: sha256('b') })).toBe(1);
  });

  test('uses canonical JSON: sorted fields, no white space, nothing undefined, whole numbers only', () => {
    const value = { b: 1, a: [true, null, 'é"\n'], A: { z: undefined, y: -0 }, c: 2 };
    expect(canonicalJson(value)).toBe('{"A":{"y":0},"a":[true,null,"é\\"\\n"],"b":1,"c":2}');
    expect(() => canonicalJson({ a: 0.5 })).toThrow(
      new RangeError('a record contains whole numbers only'),
    );
  });
});
