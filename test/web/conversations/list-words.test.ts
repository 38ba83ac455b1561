import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { HOUR, type Instant, instant } from '#shared/time.ts';
import { dueWords, waitingMoney } from '#web/features/conversations/lists/inbox-summary.ts';
import { disputeLabel } from '#web/features/conversations/lists/labels.ts';
import {
  earnedAt,
  earningsWords,
  moneyStateWords,
} from '#web/features/conversations/money-words.ts';
import {
  daysAhead,
  dayWords,
  deadlineWords,
  momentWords,
  recencyWords,
  timeLeftWords,
} from '#web/shell/dates.ts';

/** A time in the local time zone, as a phone would show it. */
const at = (day: number, hour = 9, minute = 12, month = 11): Instant =>
  instant(new Date(2026, month - 1, day, hour, minute).getTime());

const now = at(21);

test('the day after one of 23 or 25 hours is tomorrow', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    const noon = (month: number, day: number) =>
      instant(new Date(2026, month - 1, day, 12).getTime());
    expect(noon(3, 8) - noon(3, 7)).toBe(23 * HOUR);
    for (const [month, day] of [
      [3, 8],
      [11, 1],
    ] as const) {
      const [eve, after] = [noon(month, day - 1), noon(month, day + 1)];
      expect(daysAhead(noon(month, day), eve)).toBe(1);
      expect(daysAhead(after, noon(month, day))).toBe(1);
      expect(daysAhead(eve, after)).toBe(-2);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a disputed earning is shown as frozen, and as taken back if the dispute is lost', () => {
  const earned = { status: 'OPEN', netEarnings: cents(2_335) } as const;
  const words = (event: string, amount: number) =>
    earningsWords({ ...earned, timeline: [{ event, amount: cents(amount) }] });
  expect(words('DISPUTED', 2_335)).toBe('$23.35 frozen');
  expect(words('DISPUTED', 0)).toBe('$23.35 earned');
  expect(words('DISPUTE_WON', 2_335)).toBe('$23.35 earned');
  expect(words('DISPUTE_LOST', 2_000)).toBe('$3.35 earned');
  expect(words('DISPUTE_LOST', 2_335)).toBe('Nothing earned');
});

test.each<readonly [string, readonly string[]]>([
  [
    'Nothing earned',
    [
      'DISPUTE_LOST',
      'TAKEN_BACK',
      'GIVEN_BACK',
      'CLAIM_GIVEN_BACK',
      'CLAIM_LAPSED',
      'CLAIM_UPHELD',
    ],
  ],
  ['$23.35 frozen', ['DISPUTED', 'CLAIMED', 'CLAIM_IMPROVED', 'CLAIM_CONTESTED']],
  ['$23.35 earned', ['DISPUTE_WON', 'CLAIM_WITHDRAWN', 'CLAIM_ACCEPTED', 'CLAIM_REJECTED']],
])('an earning is shown as "%s" after %j about all of it', (words, events) => {
  const netEarnings = cents(2_335);
  const earnings = events.map((event) => {
    const begun = { event: event.startsWith('DISPUTE') ? 'DISPUTED' : 'CLAIMED' };
    const timeline = [begun, { event }].map((one) => ({ ...one, amount: netEarnings }));
    return earningsWords({ status: 'COMPLETED', netEarnings, timeline });
  });
  expect(new Set(earnings)).toEqual(new Set([words]));
});
test('an earning that was given back is still shown so when the payment is disputed afterwards', () => {
  const events = ['CLAIMED', 'CLAIM_GIVEN_BACK', 'DISPUTED'] as const;
  const timeline = events.map((event) => ({
    event,
    ...(event !== 'DISPUTED' && { amount: cents(2_335) }),
  }));
  expect(earningsWords({ status: 'OPEN', netEarnings: cents(2_335), timeline })).toBe(
    'Nothing earned',
  );
});

test('an inbox row shows the part of the earning that is not lost, and a dispute about it', () => {
  const row = { status: 'COMPLETED', netEarnings: cents(2_335) } as const;
  const earned = (netLost: number) => earnedAt({ ...row, netLost: cents(netLost) });
  expect([0, 2_000, 2_335].map(earned)).toEqual([2_335, 335, undefined]);
  expect(earnedAt({ ...row, status: 'EXPIRED', netLost: cents(0) })).toBe(undefined);
  const disputed = (dispute: 'OPEN' | 'LOST' | null, netDisputed: number) =>
    disputeLabel({ dispute, netDisputed: cents(netDisputed) })?.words;
  expect(disputed(null, 0)).toBe(undefined);
  expect(disputed('OPEN', 2_335)).toBe('$23.35 frozen');
  expect(disputed('OPEN', 0)).toBe(undefined);
  expect(disputed('LOST', 2_000)).toBe('dispute lost');
});

describe('dates in words', () => {
  test('include the year only if it is not the current one', () => {
    expect(dayWords(at(26), now)).toBe('Nov 26');
    expect(dayWords(instant(new Date(2027, 0, 2).getTime()), now)).toBe('Jan 2, 2027');
  });

  test('give a deadline with its weekday and minute', () => {
    expect(momentWords(at(1, 9, 5, 12), now)).toBe('Dec 1, 9:05 AM');
    expect(deadlineWords(at(30), now)).toBe('Mon, Nov 30, 9:12 AM');
  });

  test('round the remaining time down', () => {
    expect(timeLeftWords(at(21, 20, 59), now)).toBe('11 hours left');
    expect(timeLeftWords(at(23, 9, 11), now)).toBe('47 hours left');
    expect(timeLeftWords(at(23, 9, 12), now)).toBe('2 days left');
    expect(timeLeftWords(at(21, 9, 13), now)).toBe('1 minute left');
    expect(timeLeftWords(instant(now + 1_000), now)).toBe('1 minute left');
    expect(timeLeftWords(now, now)).toBe('Time is up');
  });

  test('give the time of today, the weekday of this week and the day before that', () => {
    expect(recencyWords(at(21, 7, 55), now)).toBe('7:55 AM');
    expect(recencyWords(at(20, 23, 59), now)).toBe('Fri, 11:59 PM');
    expect(recencyWords(at(15, 0, 0), now)).toBe('Sun, 12:00 AM');
    expect(recencyWords(at(14, 23, 59), now)).toBe('Nov 14');
  });
});

describe('the inbox summary', () => {
  const net = cents(4_725);

  test('counts the answers that are due within six days, up to the last deadline', () => {
    const pending = { count: 2, deadlines: [at(26), at(21, 20)], net };
    expect(dueWords(pending, now)).toBe('Two answers due by Thursday');
    expect(waitingMoney(pending)).toBe('$47.25');
  });

  test('never names a weekday of next week', () => {
    expect(dueWords({ count: 2, deadlines: [at(27), at(28)], net }, now)).toBe(
      'One answer due by Friday',
    );
    expect(dueWords({ count: 1, deadlines: [at(30)], net }, now)).toBe('One answer due by Nov 30');
  });

  test('says "today" and "tomorrow"', () => {
    expect(dueWords({ count: 1, deadlines: [at(21, 20)], net }, now)).toBe('One answer due today');
    expect(dueWords({ count: 1, deadlines: [at(22)], net }, now)).toBe(
      'One answer due by tomorrow',
    );
  });

  test('names no day if a deadline is unknown', () => {
    expect(dueWords({ count: 37, deadlines: [at(22)], net }, now)).toBe('37 answers due');
  });

  test('says that nothing is pending', () => {
    const nothing = { count: 0, deadlines: [], net: cents(0) };
    expect(dueWords(nothing, now)).toBe('No answers due');
    expect(waitingMoney(nothing)).toBeUndefined();
  });
});

describe('the money text of a conversation', () => {
  test('exists for each money state', () => {
    const price = cents(2_500);
    expect(moneyStateWords({ price, moneyState: 'HELD' })).toBe('$25.00 on hold');
    expect(moneyStateWords({ price, moneyState: 'CHARGED' })).toBe('$25.00 charged');
    expect(moneyStateWords({ price, moneyState: 'RELEASED' })).toBe('$25.00 never charged');
    expect(moneyStateWords({ price, moneyState: 'REFUNDED' })).toBe('$25.00 on its way back');
    expect(moneyStateWords({ price, moneyState: 'IN_REVIEW' })).toBe('$25.00 in review');
  });

  test('names the parts that support refunded, unless the bank refused one', () => {
    const payment = { price: cents(2_500), moneyState: 'CHARGED' } as const;
    const part = (amount: number) => ({ event: 'PARTLY_REFUNDED', amount: cents(amount) });
    const timeline = [part(500), { event: 'REPLIED' }, part(150)];
    expect(moneyStateWords({ ...payment, timeline })).toBe('$25.00 charged, $6.50 refunded');
    const refused = [...timeline, { event: 'RETURN_FAILED', amount: cents(150) }];
    expect(moneyStateWords({ ...payment, timeline: refused })).toBe('$25.00 charged');
    const all = { ...payment, moneyState: 'REFUNDED', timeline } as const;
    expect(moneyStateWords(all)).toBe('$25.00 on its way back');
  });

  test('tells the recipient what they earn', () => {
    const netEarnings = cents(2_335);
    expect(earningsWords({ status: 'PENDING', netEarnings })).toBe('$23.35 waiting');
    expect(earningsWords({ status: 'OPEN', netEarnings })).toBe('$23.35 earned');
    expect(earningsWords({ status: 'EXPIRED', netEarnings })).toBe('Nothing earned');
  });
});
