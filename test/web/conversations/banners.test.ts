import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { MONEY_STATES, STATUSES } from '#shared/rules/conversations/conversations.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import { REPORT_REASONS } from '#shared/rules/conversations/report-reasons.ts';
import { instant } from '#shared/time.ts';
import type { BannerFacts } from '#web/features/conversations/statuses/parts.ts';
import {
  recipientBanner as bannerOfRecipient,
  senderBanner as bannerOfSender,
} from '#web/features/conversations/statuses/status-words.ts';

type Facts = Pick<BannerFacts, 'status' | 'reasonCode' | 'moneyState'> & Partial<BannerFacts>;
const PAID = {
  price: cents(2_500),
  note: null,
  clarification: null,
  contactState: 'NONE',
  timeline: [],
} as const;
const recipientBanner = (facts: Facts) => bannerOfRecipient({ ...PAID, ...facts });
const senderBanner = (facts: Facts) => bannerOfSender({ ...PAID, ...facts });

test('a refund that did not arrive is shown as owed', () => {
  const facts = { status: 'DECLINED', reasonCode: null, moneyState: 'CHARGED' } as const;
  expect(senderBanner(facts).note).toBe(
    'Your bank turned down the refund. We still owe you all $25.00 and are working on another way to pay you. You don’t need to do anything.',
  );
  expect(recipientBanner(facts).note).toBe('The sender gets all of the money back.');
});

test('the rest of a partly failed refund is shown as owed', () => {
  const event = { event: 'RETURN_FAILED', at: instant(0), moneyState: 'CHARGED' } as const;
  const timeline = [{ ...event, amount: cents(2_100) }];
  const facts = { status: 'EXPIRED', reasonCode: null, moneyState: 'CHARGED', timeline } as const;
  expect(senderBanner(facts).note).toBe(
    'Your bank gave you part of the money. We still owe you the other $21.00 and are working on another way to pay you. You don’t need to do anything.',
  );
});

describe('the recipient’s banner', () => {
  const title = (status: (typeof STATUSES)[number]) =>
    recipientBanner({ status, reasonCode: null, moneyState: 'HELD' }).title;

  test.each([
    ['PENDING', 'PENDING YOUR PAID RESPONSE'],
    ['OPEN', 'CONVERSATION REMAINS OPEN'],
    ['EXPIRED', 'CONVERSATION EXPIRED'],
    ['REPORTED', 'CONVERSATION WAS REPORTED'],
    ['COMPLETED', 'CONVERSATION HAS BEEN CLOSED'],
  ] as const)('for %s reads "%s"', (status, words) => expect(title(status)).toBe(words));

  test('for a message to the wrong recipient says that the sender was not charged', () => {
    const banner = recipientBanner({
      status: 'REPORTED',
      reasonCode: 'NOT_ME',
      moneyState: 'RELEASED',
    });
    expect(banner.note).toBe(
      'You told us this letter wasn’t meant for you. The sender wasn’t charged.',
    );
  });

  test('for a message that the recipient chose not to answer says so to both users and is not styled as an error', () => {
    const facts = { status: 'REPORTED', reasonCode: 'IGNORE', moneyState: 'RELEASED' } as const;
    expect(recipientBanner(facts).title).toBe('CONVERSATION WAS REPORTED');
    expect(recipientBanner(facts).note).toBe(
      'You chose not to answer this letter. The sender wasn’t charged.',
    );
    expect(senderBanner(facts).note).toBe(
      'User chose not to answer this letter. You were not charged for this message.',
    );
  });

  test('for a reported message says that the sender was charged', () => {
    const facts = {
      status: 'REPORTED',
      reasonCode: 'SCAM_FRAUD',
      moneyState: 'IN_REVIEW',
    } as const;
    expect(recipientBanner(facts).note).toBe(
      'User was charged for this transaction and their account has been flagged for review.',
    );
  });

  test.each([
    ['RELEASED', 'didn’t charge you', 'You were not charged for this message.'],
    ['REFUNDED', 'refunded it', 'All $25.00 is on its way back to your card.'],
    ['CHARGED', 'refunded it', 'Your bank turned down the refund. We still owe you all'],
  ] as const)(
    'for a fraud warning (%s) tells each side its own reason',
    (moneyState, done, money) => {
      const facts = { status: 'EXPIRED', moneyState } as const;
      const senders = senderBanner({ ...facts, reasonCode: 'FRAUD_WARNING' });
      expect(senders.title).toBe('CONVERSATION WAS ENDED');
      expect(senders.note).toContain(
        `Your bank warned us about this payment, so we ${done}. ${money}`,
      );
      const recipients = recipientBanner({ ...facts, reasonCode: 'PAYMENT_WITHDRAWN' });
      expect(recipients.title).toBe('CONVERSATION WAS ENDED');
      expect(recipients.note).toContain('This letter was withdrawn because its payment failed.');
      expect(recipients.note).not.toMatch(/warned|fraud/i);
    },
  );

  test.each(['REFUNDED', 'CHARGED'] as const)(
    'for a report about a person in danger whose payment is %s does not say that nothing was charged',
    (moneyState) => {
      const facts = { status: 'REPORTED', reasonCode: 'SUICIDE_SELFINJURY', moneyState } as const;
      expect(recipientBanner(facts).note).toBe(
        "You had concerns for the person's well being. The sender gets all of the money back.",
      );
    },
  );

  test('for a report about a person in danger shows help lines', () => {
    const banner = recipientBanner({
      status: 'REPORTED',
      reasonCode: 'SUICIDE_SELFINJURY',
      moneyState: 'RELEASED',
    });
    expect(banner.helpLines).toBe(true);
    expect(banner.note).toBe(
      "You had concerns for the person's well being. The user was not charged for this message.",
    );
  });
});

describe('the sender’s banner', () => {
  const title = (status: (typeof STATUSES)[number], reasonCode: string | null = null) =>
    senderBanner({ status, reasonCode, moneyState: 'RELEASED' }).title;

  test.each([
    ['PENDING', null, 'PENDING USER RESPONSE'],
    ['OPEN', null, 'CONVERSATION REMAINS OPEN'],
    ['EXPIRED', 'RETURN_TO_SENDER', 'CONVERSATION EXPIRED'],
    ['REPORTED', 'SCAM_FRAUD', 'CONVERSATION WAS REPORTED'],
    ['REPORTED', 'NOT_ME', 'CONVERSATION WAS ENDED'],
    ['REPORTED', 'IGNORE', 'CONVERSATION WAS ENDED'],
    ['COMPLETED', null, 'CONVERSATION HAS BEEN CLOSED'],
  ] as const)('for %s (%s) reads "%s"', (status, reasonCode, words) =>
    expect(title(status, reasonCode)).toBe(words),
  );

  test('for an expired message on hold says that nothing was charged', () => {
    const banner = senderBanner({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      moneyState: 'RELEASED',
    });
    expect(banner.note).toBe(
      'The recipient did not respond within the allotted 10 days. You were not charged for this message.',
    );
  });

  test('for an expired message that a wallet paid names the wallet', () => {
    const banner = senderBanner({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      moneyState: 'REFUNDED',
      paidWith: { cardBrand: 'visa', cardLastFour: '4242', wallet: 'apple_pay' },
    });
    expect(banner.note).toContain('on its way back to Apple Pay, Visa 4242.');
  });

  test('for an expired message that was charged says that the money is on its way', () => {
    const banner = senderBanner({
      status: 'EXPIRED',
      reasonCode: 'RETURN_TO_SENDER',
      moneyState: 'REFUNDED',
    });
    expect(banner.note).toContain('on its way back');
    expect(banner.note).not.toContain('not charged');
  });

  test.each([
    ['RELEASED', 'The hold on the payment expired before there was an answer.'],
    ['REFUNDED', 'The payment was refunded or disputed before there was an answer.'],
    ['CHARGED', 'The payment was refunded or disputed before there was an answer.'],
  ] as const)('for a lost payment (%s) says how it was lost', (moneyState, words) => {
    const facts = { status: 'EXPIRED', reasonCode: 'HOLD_LAPSED', moneyState } as const;
    expect(senderBanner(facts).note).toContain(words);
    expect(recipientBanner(facts).note).toContain(words);
  });

  test('for a report about a person in danger shows help lines and is not styled as an error', () => {
    const banner = senderBanner({
      status: 'REPORTED',
      reasonCode: 'SUICIDE_SELFINJURY',
      moneyState: 'RELEASED',
    });
    expect(banner.helpLines).toBe(true);
    expect(banner.title).toBe('They couldn’t answer this');
  });

  test.each(REPORT_REASONS)(
    'for a report as %s states correctly what happened to the money',
    (reasonCode) => {
      const givesBack = isRefundedReport(reasonCode);
      const moneyState = givesBack ? 'RELEASED' : 'IN_REVIEW';
      const { note } = senderBanner({ status: 'REPORTED', reasonCode, moneyState });
      expect(note?.includes('You were not charged')).toBe(givesBack);
      expect(note?.includes('You have been charged')).toBe(!givesBack);
    },
  );

  test('has a title in every status, for sender and recipient', () => {
    for (const status of STATUSES)
      for (const moneyState of MONEY_STATES) {
        expect(senderBanner({ status, reasonCode: null, moneyState }).title).not.toBe('');
        expect(recipientBanner({ status, reasonCode: null, moneyState }).title).not.toBe('');
      }
  });

  test('for a declined message says what happens to the money and quotes the recipient', () => {
    const declined = { status: 'DECLINED', reasonCode: null, moneyState: 'RELEASED' } as const;
    expect(senderBanner(declined)).toMatchObject({
      title: 'THEY DECLINED TO ANSWER',
      note: 'You were not charged for this message.',
    });
    const note = 'I know nothing of violins.';
    expect(senderBanner({ ...declined, moneyState: 'REFUNDED', note })).toMatchObject({
      note: 'All $25.00 is on its way back to your card. Your bank shows it within 5 to 10 days. They wrote to you:',
      quote: note,
    });
    expect(recipientBanner({ ...declined, note })).toMatchObject({
      title: 'YOU DECLINED THIS LETTER',
      note: 'The sender wasn’t charged. You wrote to them:',
      quote: note,
    });
  });

  test('for an expired hold does not blame the recipient', () => {
    const lapsed = {
      status: 'EXPIRED',
      reasonCode: 'HOLD_LAPSED',
      moneyState: 'RELEASED',
    } as const;
    expect(senderBanner(lapsed).note).toBe(
      'The hold on the payment expired before there was an answer. You were not charged for this message.',
    );
    expect(recipientBanner(lapsed).note).not.toContain('10 days');
  });

  test('for a report decided in the sender’s favor says that the money is on its way', () => {
    const decided = {
      status: 'REPORTED',
      reasonCode: 'SPAM_PHISHING',
      moneyState: 'REFUNDED',
    } as const;
    expect(senderBanner(decided).note).toContain('on its way back');
    expect(recipientBanner(decided).note).toContain('gets all of the money back');
  });
});

describe.each([
  ['the recipient', recipientBanner],
  ['the sender', senderBanner],
] as const)('the banner of a chat invitation for %s', (_, banner) => {
  const open = (more: Partial<BannerFacts>) =>
    banner({ status: 'INVITED', reasonCode: null, moneyState: 'CHARGED', ...more });

  test('says that the invitation was sent, for its sender', () => {
    expect(open({ contactState: 'INVITED_BY_ME' })).toMatchObject({
      title: 'CHAT INVITE SENT',
      note: 'You have sent this user a request to become a chat contact of yours.',
    });
  });

  test('says that the invitation is on the Home page, for its recipient', () => {
    expect(open({ contactState: 'INVITED_ME' })).toMatchObject({
      title: 'CONVERSATION REMAINS OPEN',
      note: 'User has invited you to become a chat contact. Look for request on the Home page.',
    });
  });

  test('links to the chat after the invitation was accepted', () => {
    const { title, note } = open({ status: 'OPEN', contactState: 'CONTACT' });
    expect(title).toBe('CONVERSATION REMAINS OPEN');
    expect(note).toContain('You’re contacts now.');
  });

  test('mentions no invitation if there is none', () => {
    expect(open({ contactState: 'NONE' })).toEqual({
      title: 'CONVERSATION REMAINS OPEN',
      tone: 'earned',
    });
  });
});
