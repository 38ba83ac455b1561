import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { appealUntil, CASE_KINDS } from '#shared/rules/desk/cases.ts';
import { deskNote, deskReason } from '#shared/rules/desk/decisions.ts';
import { HARM_OF_REASON } from '#shared/rules/desk/harm.ts';
import { obstacleTo, obstacleToCase } from '#shared/rules/desk/obstacles.ts';
import {
  isPermitted,
  PERMISSIONS,
  QUEUE_OF_CASE,
  QUEUE_PERMISSIONS,
  QUEUES,
  queuesOf,
} from '#shared/rules/desk/permissions.ts';
import {
  appealText,
  CONTENT_REPORT_REASONS,
  EMERGENCY_REASONS,
  reportText,
} from '#shared/rules/desk/reports.ts';
import {
  claimFacts,
  keptFacts,
  reportFacts,
  reversedFacts,
} from '#shared/rules/desk/statement-words.ts';
import { DAY, fromIso, type Instant, later } from '#shared/time.ts';
import { letters } from '../support/letters.ts';

/* The rules of the desk. docs/product/desk.md */

describe('permissions', () => {
  test('each queue is seen by somebody, and each kind of case has a queue', () => {
    for (const queue of QUEUES) expect(QUEUE_PERMISSIONS[queue].length).toBeGreaterThan(0);
    expect(Object.keys(QUEUE_OF_CASE).sort()).toEqual([...CASE_KINDS].sort());
  });

  test('somebody without a permission sees no queue, and with all of them every queue', () => {
    expect(queuesOf([])).toEqual([]);
    expect(queuesOf(PERMISSIONS)).toEqual([...QUEUES]);
  });

  test.each([
    ['SUPPORT', ['TICKETS']],
    ['MODERATOR', ['REPORTS', 'APPEALS', 'CLAIMS', 'BLOCKS']],
    ['FINANCE', ['CLAIMS', 'REVIEWS', 'REFUNDS', 'PAYOUTS']],
  ] as const)('%s sees its own queues', (permission, queues) =>
    expect(queuesOf([permission])).toEqual(queues),
  );

  test('a case waits in the queue of its kind', () =>
    expect(CASE_KINDS.map((kind) => QUEUE_OF_CASE[kind])).toEqual([
      'REPORTS',
      'APPEALS',
      'CLAIMS',
      'REFUNDS',
      'BLOCKS',
    ]));

  test('one of the required permissions is enough', () => {
    expect(isPermitted(['FINANCE'], ['MODERATOR', 'FINANCE'])).toBe(true);
    expect(isPermitted(['SUPPORT'], ['MODERATOR', 'FINANCE'])).toBe(false);
    expect(isPermitted(['SUPPORT'], [])).toBe(false);
  });
});

describe('obstacles', () => {
  const one = { openedBy: 'ana', userId: 'ben', kind: 'REPORT' } as const;

  test('nobody decides what they proposed', () => {
    expect(obstacleToCase({ ...one, kind: 'REFUND' }, 'ana')).toBe(
      'You proposed this refund, so someone else has to decide it.',
    );
    expect(obstacleToCase({ ...one, kind: 'BLOCK' }, 'ana')).toBe(
      'You proposed this, so someone else has to decide it.',
    );
    const proposal = { byUserId: 'dan', at: 0 as Instant, outcome: 'UPHELD', reason: '' } as const;
    expect(obstacleToCase({ ...one, proposal }, 'dan')).toBe(
      'You proposed a decision, so someone else has to make it.',
    );
    expect(obstacleToCase({ ...one, proposal }, 'eve')).toBeUndefined();
  });

  test('nobody who took part in a decision decides its appeal', () => {
    const appeal = { ...one, kind: 'APPEAL' } as const;
    expect(obstacleToCase(appeal, 'dan', ['dan', 'eve'])).toContain(
      'You took part in the decision',
    );
    expect(obstacleToCase(appeal, 'fay', ['dan', 'eve'])).toBeUndefined();
  });

  test('nobody decides about a conversation in which they take part', () => {
    expect(obstacleTo('ana', ['ana', 'ben'])).toBeDefined();
    expect(obstacleTo('cleo', ['ana', 'ben'])).toBeUndefined();
  });
});

describe('the texts of the desk', () => {
  test.each([
    [
      'a reason of 200 characters',
      deskReason,
      'Not the mayor '.repeat(15).slice(0, 200),
      undefined,
    ],
    [
      '201',
      deskReason,
      'Not the mayor '.repeat(15).slice(0, 201).replace(/ $/, '.'),
      'The reason can have at most 200 characters',
    ],
    ['an empty reason', deskReason, ' \u200b ', 'Please write a reason'],
    ['one of empty Braille cells', deskReason, '\u2800\u2800 \u2800', 'Please write a reason'],
    ['no reason', deskReason, undefined, 'Please write a reason'],
    ['an empty note', deskNote, '  ', 'Please write a note'],
    ['a note of 2,000 characters', deskNote, letters(2_000), undefined],
    ['2,001', deskNote, letters(2_001), 'A note can have at most 2,000 characters'],
    ['no note', deskNote, undefined, 'Please write a note'],
    ['an empty text of a report', reportText, ' ', undefined],
    ['2,000 characters', reportText, ` ${letters(2_000)}\u200b`, undefined],
    ['2,001', reportText, letters(2_001), 'Please keep this under 2,000 characters'],
    ['an appeal of 19', appealText, ` ${letters(19)} `, 'Please write at least 20 characters'],
    ['19 visible ones', appealText, '\u200bw'.repeat(19), 'Please write at least 20 characters'],
    ['20', appealText, letters(20), undefined],
    ['2,000', appealText, letters(2_000), undefined],
    ['2,001', appealText, letters(2_001), 'Please keep this under 2,000 characters'],
    ['no appeal', appealText, undefined, 'Please say why you disagree'],
  ] as const)('are validated: %s', (_, schema, value, fault) =>
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(fault),
  );

  test('have a reason in one line', () =>
    expect(deskReason.parse('  ticket\n 17 ')).toBe('ticket 17'));

  test.each([
    'They sell answers.',
    'Это спам опять',
    'यह स्पैम है',
    '스팸 메시지 입니다',
    'مزعج جدا دائما',
    '垃圾信息太多',
    'これはスパムです',
    'ขายของปลอม',
    'ticket 17',
    'Case #204, second look',
    'See HELP-204.',
    '#17',
    '01J0000000000000000000000F',
  ])('a reason has three words in any script, or the number of a case: %s', (reason) =>
    expect(deskReason.safeParse(reason).success).toBe(true),
  );

  test.each([
    '.....',
    '.... .... ....',
    '!!! ??? ...',
    'Spam.',
    'Nothing wrong.',
    'spam Spam SPAM',
    'a b c',
    'aaaa bbbb cccc',
    '12 34 56',
    '广告广告广告',
    '\u0301\u0301 \u0301\u0301 \u0301\u0301',
    '👍 👍🏽 🎉',
    'report5',
    'w'.repeat(26),
  ])('a reason that says nothing is refused: %j', (reason) =>
    expect(deskReason.safeParse(reason).error?.issues[0]?.message).toBe(
      'Please write at least three words, or the number of the case',
    ),
  );

  test.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\ue000', '\ud800'])(
    'a reason and a note refuse characters that nobody can read: %j',
    (character) => {
      for (const schema of [deskReason, deskNote])
        expect(
          schema.safeParse(`They are${character} not the mayor.`).error?.issues[0]?.message,
        ).toBe('Please remove the characters that no one can read');
    },
  );

  test('a reason of a script without spaces needs three words where no dictionary is there, too', () => {
    const { Segmenter } = Intl;
    try {
      Object.assign(Intl, { Segmenter: undefined });
      expect(deskReason.safeParse('垃圾信息').success).toBe(true);
      expect(deskReason.safeParse('垃圾').success).toBe(false);
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  test('may be appealed against for 180 days', () => {
    const decidedAt = fromIso('2026-11-21T09:00:00.000Z');
    expect(appealUntil(decidedAt)).toBe(later(decidedAt, 180 * DAY));
  });
});

describe('the reasons of a report', () => {
  test.each([
    [3, ['CHILD_SAFETY', 'THREAT', 'SUICIDE_SELFINJURY']],
    [
      2,
      [
        'VIOLENCE_DANGEROUS',
        'DANGEROUS_ADVICE',
        'PRIVATE_PICTURES',
        'BULLYING_HARASSMENT',
        'HATE_SPEECH',
        'NUDITY_SEXUAL',
        'IMPERSONATION',
        'SCAM_FRAUD',
      ],
    ],
    [1, ['OFF_PLATFORM_PAYMENT', 'SPAM_PHISHING', 'OTHER']],
  ])('of harm %d are its own', (harm, reasons) =>
    expect(CONTENT_REPORT_REASONS.filter((one) => HARM_OF_REASON[one] === harm)).toEqual(reasons),
  );

  test('that concern a danger show the emergency number', () =>
    expect(CONTENT_REPORT_REASONS.filter((one) => EMERGENCY_REASONS.includes(one))).toEqual([
      'CHILD_SAFETY',
      'THREAT',
    ]));
});

describe('the facts of a statement', () => {
  test.each([
    ['PROFILE', 'Your profile was reported.'],
    ['CONVERSATION', 'A letter that you wrote was reported.'],
    ['MESSAGE', 'Something that you wrote was reported.'],
    ['CHAT', 'What you wrote in a chat was reported.'],
    ['GROUP', 'What you wrote in a group was reported.'],
    ['LINK', 'A link on your profile was reported.'],
    ['THANKS', 'What you said in thanks for an answer was reported.'],
    ['STATEMENT', 'A decision about your account was looked at again.'],
  ] as const)('about a %s say what was reported', (subject, facts) =>
    expect(reportFacts(subject)).toBe(facts),
  );

  test.each([
    ['LINK', 'We removed the link.'],
    ['THANKS', 'We took it off the profile, and it can’t be shown again. The letter keeps it.'],
    ['MESSAGE', 'We removed the message.'],
    ['BIO', 'We removed the text of your profile.'],
    ['PICTURE', 'We removed the picture of your profile.'],
  ] as const)('about a removed %s say so', (removed, facts) =>
    expect(reportFacts('PROFILE', removed)).toBe(`Your profile was reported. ${facts}`),
  );

  test('name the amount and the day of a kept payment and of a lost earning', () => {
    const at = fromIso('2026-11-21T09:00:00.000Z');
    const paid = {
      price: cents(2_500),
      net: cents(2_200),
      paidAt: at,
      modifiedAt: at,
      history: [{ event: 'ANSWERED', at, moneyState: 'CHARGED' }],
      money: { state: 'CHARGED' },
      payment: {},
    } as never;
    expect(keptFacts(paid)).toBe(
      'A letter that you sent on Nov 21, 2026 was reported. The $25.00 stays charged.',
    );
    expect(reversedFacts(paid)).toBe(
      'We refunded the sender of a letter that you answered on Nov 21, 2026. The $22.00 that you earned for it is taken back from your balance.',
    );
    expect(claimFacts(paid)).toBe(
      'The sender of a letter that you answered on Nov 21, 2026 claimed that your answer didn’t answer the question, and was refunded. The $22.00 that you earned for it is taken back from your balance.',
    );
  });
});
