import { describe, expect, test } from '@jest/globals';
import { AREAS } from '#lib/messages-page.ts';
import * as checkout from '#shared/messages/checkout.ts';
import * as claims from '#shared/messages/claims.ts';
import { readersDates, utcDates } from '#shared/messages/dates.ts';
import * as earnings from '#shared/messages/earnings.ts';
import * as emails from '#shared/messages/emails.ts';
import * as payments from '#shared/messages/payments.ts';
import * as plans from '#shared/messages/plans.ts';
import { plural } from '#shared/messages/plural.ts';
import * as prices from '#shared/messages/prices.ts';
import * as staff from '#shared/messages/staff.ts';
import * as lines from '#shared/messages/timeline.ts';
import { type Cents, cents, ZERO } from '#shared/money.ts';
import { MONEY_STATES } from '#shared/rules/conversations/conversations.ts';
import { fromIso } from '#shared/time.ts';

/* Every sentence about money, for every state of the money and every branch of what follows. */

const price = cents(2_500);
const net = cents(2_200);
const [name, owed] = ['Ana', cents(2_100)];
const answerBy = fromIso('2026-12-08T21:45:00.000Z');
const DEADLINE = 'Tue, Dec 8, 2026, 9:45 PM UTC';
const waiting = { price, name, answerBy };
const inEmails = readersDates('America/New_York', fromIso('2026-11-28T21:45:00.000Z'));
const card = 'your Visa ending in 4242';
const all = { amount: price, isAll: true, card };
const open = { name, price, until: answerBy };
const upgrade = { price: cents(499), credit: ZERO, owed: ZERO, before: 'Starter' };

/** Each branch: its sentence, what it must say and what it must not say. */
const BRANCHES: readonly (readonly [string, string, readonly string[], RegExp?])[] = [
  [
    'the email of a hold',
    `${emails.hold.subject(waiting)}. ${emails.hold.preview(waiting, inEmails)}`,
    ['$25.00 is held', 'Nothing is charged today', 'until Tue, Dec 8, 4:45 PM EST'],
  ],
  [
    'a hold that is charged early, in its email',
    emails.hold.chargedEarly(price),
    ['we charge the $25.00 that day', 'get it back if no answer comes'],
  ],
  [
    'a hold without an answer, in its email',
    emails.hold.noAnswer(price),
    ['all $25.00 back automatically'],
  ],
  [
    'the receipt of an early charge',
    emails.receipt.early(waiting, inEmails),
    ['hasn’t answered yet', 'by Tue, Dec 8, 4:45 PM EST', 'all $25.00 back'],
  ],
  [
    'the email of a refund',
    `${emails.refund.subject('No answer from Ana', all)}. ${emails.refund.preview(all, 'Thu, Dec 10')}`,
    ['all $25.00 is on its way back', 'Visa ending in 4242', 'by Thu, Dec 10'],
    /weren’t charged/,
  ],
  [
    'the email of a refund in part',
    `${emails.refund.heading({ ...all, amount: owed, isAll: false })}.`,
    ['$21.00 is on its way back'],
    /all/i,
  ],
  [
    'the email of a released hold',
    `${emails.released.subject('Ana declined your letter')}. ${emails.released.preview(price, card)}`,
    ['weren’t charged', 'hold of $25.00', 'is released'],
    /refund|way back/,
  ],
  [
    'what a recipient earns, with a fee',
    emails.earning.sum({ price, net }),
    ['the price of $25.00 − our fee of $3.00'],
  ],
  [
    'what a recipient earns, without a fee',
    emails.earning.sum({ price, net: price }),
    ['the whole price'],
    /−/,
  ],
  [
    'a letter whose time passes, with odds',
    emails.timePasses({
      name: 'Noah',
      price,
      odds: { before: { answered: 9, ended: 10 }, after: { answered: 9, ended: 11 } },
    }),
    ['Noah gets all $25.00 back', 'earn nothing', 'from 9 of 10 to 9 of 11'],
  ],
  [
    'a letter whose time passes, without odds',
    emails.timePasses({ name: 'Noah', price, odds: undefined }),
    ['Noah gets all $25.00 back', 'counts as not answered'],
    /odds/,
  ],
  [
    'a report that gives the money back',
    payments.reportEffect({ name, price, isRefunded: true }),
    ['Ana gets all $25.00 back', 'don’t earn'],
    /charged/,
  ],
  [
    'a report for breaking the rules',
    payments.reportEffect({ name, price, isRefunded: false }),
    ['Ana is charged $25.00', 'review', 'don’t earn'],
    /back/,
  ],
  [
    'a report of a free message',
    payments.freeReportEffect(name, false),
    ['isn’t charged', 'review'],
    /\$/,
  ],
  ['a declined hold', payments.declineDone('HELD', name), ['Ana wasn’t charged'], /back/],
  ['a declined charge', payments.declineDone('CHARGED', name), ['all of the money back'], /wasn’t/],
  [
    'a warning of the bank before a charge',
    checkout.bankWarned('RELEASED'),
    ['didn’t charge'],
    /refund/,
  ],
  ['a warning of the bank after a charge', checkout.bankWarned('REFUNDED'), ['refunded'], /didn’t/],
  [
    'a price that changed since the letter was written',
    checkout.priceChanged({ before: owed, name, since: 'written' }),
    ['$21.00 when you wrote', 'Nothing was charged'],
  ],
  ['a claim that was rejected, to its recipient', claims.recipientsEnd(net), ['$22.00 is yours']],
  ['a report', payments.chargedByReport(name), ['you’re charged', 'while we review']],
  ['HELD', payments.returned('HELD', { price }), ['weren’t charged'], /refund|way back/],
  ['RELEASED', payments.returned('RELEASED', { price }), ['weren’t charged'], /refund|way back/],
  ['REFUNDED', payments.returned('REFUNDED', { price }), ['all', '$25.00', '5 to 10 days']],
  [
    'CHARGED, because the bank turned the refund down',
    payments.returned('CHARGED', { price }),
    ['turned down', 'owe you all $25.00'],
    /weren’t charged|on its way|5 to 10 days/,
  ],
  [
    'CHARGED, of which the bank returned a part',
    payments.returned('CHARGED', { price, owed }),
    ['part of the money', 'owe you the other $21.00'],
    /weren’t charged|on its way|5 to 10 days/,
  ],
  ['IN_REVIEW', payments.returned('IN_REVIEW', { price }), ['were charged', 'review'], /weren’t/],
  ['a refund under way', payments.refunding(price), ['refunding all $25.00', '5 to 10 days']],
  [
    'canceling a hold',
    payments.cancelEffect('HELD', price),
    ['release the hold on $25.00', 'never charged'],
    /refund/,
  ],
  [
    'canceling after the early charge',
    payments.cancelEffect('CHARGED', price),
    ['refund all $25.00', '5 to 10 days'],
    /never charged/,
  ],
  ['a canceled hold', payments.cancelDone('HELD', price), ['weren’t charged']],
  ['a canceled charge', payments.cancelDone('CHARGED', price), ['$25.00', 'way back'], /weren’t/],
  ['declining a hold', payments.sendersReturn('HELD', { price, name }), ['never charged']],
  [
    'declining after the early charge',
    payments.sendersReturn('CHARGED', { price, name }),
    ['refund all $25.00'],
    /never charged/,
  ],
  ['a claim, to its sender', claims.sendersOpen(open, utcDates), [DEADLINE, 'all $25.00 back']],
  ['an improved answer', claims.sendersImproved(answerBy, utcDates), [DEADLINE, 'accepted']],
  [
    'a claim, to its recipient',
    claims.recipientsOpen(open, utcDates),
    [DEADLINE, 'all $25.00 back', 'earn nothing'],
  ],
  [
    'an improved answer, to its recipient',
    claims.recipientsImproved({ name, net, until: answerBy }, utcDates),
    [DEADLINE, '$22.00 is yours'],
  ],
  [
    'a claim that ended with a refund',
    claims.sendersRefund('REFUNDED', { price, owed: price, wasRefused: false }),
    ['$25.00', 'way back', '5 to 10 days'],
  ],
  [
    'a claim whose refund is not at the bank yet',
    claims.sendersRefund('CHARGED', { price, owed: price, wasRefused: false }),
    ['refunding all $25.00'],
    /on its way/,
  ],
  [
    'a claim whose refund the bank turned down',
    claims.sendersRefund('CHARGED', { price, owed: price, wasRefused: true }),
    ['turned down', 'owe you all $25.00'],
    /on its way|5 to 10 days/,
  ],
  [
    'a reply during a claim, by the recipient',
    claims.onlyReply.recipient(open, utcDates),
    [DEADLINE, 'only reply', 'all $25.00 back'],
  ],
  [
    'a reply during a claim, by its sender',
    claims.onlyReply.sender(answerBy, utcDates),
    [DEADLINE],
  ],
  ['a text message about a claim', claims.openedText(answerBy, utcDates), [DEADLINE]],
  [
    'an earning that was taken back',
    earnings.TAKEN_BACK,
    ['Stripe account first', 'then from your next earnings', 'never charge your card'],
  ],
  [
    'a debt',
    earnings.DEBT,
    ['Stripe account first', 'then from your next earnings', 'never charge your card'],
  ],
  [
    'frozen earnings',
    earnings.FROZEN,
    ['isn’t part of what we owe you now', 'yours again, or the sender has it back'],
    /we keep|charge/,
  ],
  [
    'the policy about debts',
    earnings.POLICY,
    ['Stripe account first', 'then from your next earnings', 'never charge your card'],
  ],
  ['a held payout', earnings.heldPayout('Jan 8, 2027'), ['until Jan 8, 2027', 'don’t lose']],
  ['a first payout', earnings.firstPayout('Jan 8, 2027'), ['Jan 8, 2027', 'at least 14 days']],
  ['the rule of payouts', earnings.payoutRule(cents(1_000)), ['8th', '$10.00']],
  [
    'a plan without fees',
    plans.feeOfAnswer(undefined),
    ['don’t keep anything'],
    /nothing|undefined/,
  ],
  ['a fee', plans.feeOfAnswer('10% + $0.50'), ['We keep 10% + $0.50 of each answer']],
  ['the end of a plan without fees', plans.feeAfterPlan('10%', undefined), ['don’t keep anything']],
  [
    'an upgrade in the middle of a month',
    plans.upgrade({ ...upgrade, amount: cents(393), credit: cents(106) }),
    ['You pay $3.93 today: $4.99, minus $1.06 for the rest of your Starter month'],
  ],
  [
    'an upgrade at the end of a month',
    plans.upgrade({ ...upgrade, amount: cents(499) }),
    ['You pay $4.99 today.'],
    /minus/,
  ],
  [
    'an upgrade after a failed renewal',
    plans.upgrade({ ...upgrade, amount: cents(592), credit: cents(106), owed: cents(199) }),
    ['You pay $5.92 today', '$1.99 for the month that wasn’t paid', '$4.99', 'minus $1.06'],
  ],
  [
    'the estimate of a month',
    prices.estimate(net, 10),
    ['$22.00 of every answer', '10 answers', 'an estimate'],
  ],
  ['a contact with a price of their own', prices.forContact.own, ['your usual price'], /tiers/],
  [
    'a contact with a price of their own, beside tiers',
    prices.forContact.ownWithTiers,
    ['your usual price', 'your tiers too'],
  ],
  ['a plan with the lowest fees', plans.LOWEST_FEES, ['our lowest fees'], /are those of/],
  ['a plan with the fees of another', plans.sameFees('Starter'), ['those of Starter'], /lowest/],
  [
    'a refund by staff, in its notification',
    Object.values(payments.refundToSender(undefined)).join('. '),
    ['your money back', '5 to 10 days'],
    /\$/,
  ],
  [
    'a refund in part, in its notification',
    Object.values(payments.refundToSender(owed)).join('. '),
    ['You get $21.00 back', '5 to 10 days'],
    /your money/,
  ],
  [
    'a refund in part, to the recipient',
    Object.values(payments.refundToRecipient(owed, 'KEPT')).join('. '),
    ['Part of a payment', 'stays yours'],
  ],
  [
    'a refund, to the recipient who loses the earning',
    Object.values(payments.refundToRecipient(undefined, 'TAKEN_BACK')).join('. '),
    ['A payment was refunded', 'taken back'],
    /stays yours/,
  ],
  [
    'a refund that the recipient pays nothing for, in its email',
    emails.sendersRefund.kept({ name, amount: price, isAll: true, net }),
    ['all $25.00', 'you keep the $22.00'],
    /taken back/,
  ],
  [
    'a refund for which the recipient loses the earning, in its email',
    emails.sendersRefund.takenBack({ name, amount: price, isAll: true, net }),
    ['all $25.00', '$22.00 that you earned is taken back'],
    /keep/,
  ],
  [
    'a claim that was rejected, in its email',
    emails.claim.rejectedMoney({ price, net, name }),
    ['$25.00 stays charged', 'Ana’s answer is yours to keep'],
    /back|refund/,
  ],
  [
    'pending letters of a blocked account',
    staff.endedByBlock(price),
    ['The sender gets $25.00 back'],
  ],
  ['the Free plan', earnings.freePlan('10% + $0.50'), ['No monthly fee', '10% + $0.50']],
];

describe('the sentence about', () => {
  test.each(BRANCHES)('%s says what is so', (...row) => {
    const [, sentence, says, never] = row;
    for (const words of says) expect(sentence.toLowerCase()).toContain(words.toLowerCase());
    if (never) expect(sentence).not.toMatch(never);
  });

  test.each(BRANCHES)('%s has one word for each thing', (...row) => {
    const [, sentence] = row;
    const worn = /give back|goes? back|taken to|keep your place|pay nothing|somebody|nobody|desk/i;
    expect(sentence).not.toMatch(worn);
    expect(sentence).toMatch(/[.?]$|UTC, or they get their money back$|^We (don’t )?keep /);
  });

  test.each(MONEY_STATES)('%s on a lock screen names no amount', (state) => {
    expect(payments.returnedBriefly(state)).not.toMatch(/\$/);
  });
});

test('a text message about a claim has only characters of the cheap alphabet', () => {
  expect(claims.openedText(answerBy, utcDates)).toMatch(/^[\x20-\x7e]*$/);
  expect(payments.IN_REVIEW).toMatch(/^[\x20-\x7e]*$/);
});

describe('the page of messages', () => {
  const all = AREAS.flatMap(({ title, samples }) =>
    Object.entries(samples).flatMap(([message, texts]) =>
      texts.map(({ when = '', text }) => [`${title}: ${message} ${when}`, text] as const),
    ),
  );

  test.each(AREAS.map((area) => [area.title, area] as const))('has each message: %s', (_, area) => {
    expect(Object.keys(area.samples).sort()).toEqual(Object.keys(area.messages).sort());
    expect(Object.values(area.samples).every((samples) => samples.length > 0)).toBe(true);
  });

  test.each(all)(
    '%s is whole: no missing value, no worn word, one clock and one minus',
    (...row) => {
      const [, text] = row;
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      expect(text).not.toMatch(/\b\d{1,2}:\d{2}(?! [AP]M)/);
      expect(text).not.toMatch(/-\s?\$|\$\s?-/);
      expect(text).not.toMatch(/\$\d[\d,]*(?!\.\d{2}|[\d,])/);
      expect(text).not.toMatch(
        /\b(somebody|nobody|everybody|anybody|e-mail|cancelled|at the moment)\b/i,
      );
      expect(text).not.toMatch(
        /\b(ten|three) days\b|free of charge|given back|goes? back(?! to your card$)/i,
      );
    },
  );
});

describe('a line of the timeline about an earning', () => {
  const { recipient } = lines;
  /** Each event that freezes, frees or takes an earning, by the amount that it moved. */
  const MOVES: Readonly<Record<string, readonly [(sum?: Cents) => string, RegExp]>> = {
    'a dispute': [(sum) => recipient.disputed(name, sum), /frozen$/],
    'a claim': [(sum) => recipient.claimed(name, sum), /frozen$/],
    'a dispute that was won': [recipient.disputeWon, /is yours again$/],
    'an improved answer that the sender accepted': [
      (sum) => recipient.claimAcceptedBy(name, sum),
      /is yours again$/,
    ],
    'a claim that was withdrawn': [(sum) => recipient.claimWithdrawn(name, sum), /is yours again$/],
    'an accepted improvement': [recipient.claimAccepted, /is yours again$/],
    'a claim that was rejected': [recipient.claimRejected, /is yours again$/],
    'a claim that was overtaken': [recipient.claimOvertaken, /is yours again$/],
    'a dispute that was lost': [(sum) => recipient.disputeLost(name, sum), /was taken back$/],
    fraud: [recipient.fraud, /was taken back$/],
    'a refund by us': [(sum) => recipient.givenBack(name, sum), /was taken back$/],
    'a refund by the recipient': [recipient.claimGivenBack, /was taken back$/],
    'a claim without a response': [recipient.claimLapsed, /was taken back$/],
    'a claim that was right': [recipient.claimUpheld, /was taken back$/],
  };

  test.each(Object.entries(MOVES))(
    '%s says the amount that moved, and none if none did',
    (_, row) => {
      const [say, moved] = row;
      expect(say(net)).toMatch(moved);
      expect(say(net)).toContain('$22.00');
      expect(say(undefined)).not.toMatch(/\$|frozen|yours again|taken back/);
    },
  );
});

test('plural chooses the words for a count', () => {
  const words = { one: '# answer', other: '# answers' };
  expect([0, 1, 2, 1_000].map((count) => plural(count, words))).toEqual([
    '0 answers',
    '1 answer',
    '2 answers',
    '1,000 answers',
  ]);
});
