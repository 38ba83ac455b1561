import { describe, expect, test } from '@jest/globals';
import { fullName } from '#shared/rules/accounts/accounts.ts';
import { passkeyName } from '#shared/rules/auth/passkeys.ts';
import { nameOnCard } from '#shared/rules/billing/plans.ts';
import { chatCaption, chatMessageText, chatName } from '#shared/rules/chat/chats.ts';
import { claimText } from '#shared/rules/conversations/claim-text.ts';
import {
  clarificationText,
  firstMessage,
  paidResponse,
  paidResponseOf,
  reply,
  subject,
} from '#shared/rules/conversations/messages.ts';
import { messageBeside } from '#shared/rules/conversations/prompt-answers.ts';
import { missingAnswer } from '#shared/rules/conversations/prompts.ts';
import { promptList } from '#shared/rules/conversations/prompts-schema.ts';
import { savedReplyText, savedReplyTitle } from '#shared/rules/conversations/saved-replies.ts';
import { tier } from '#shared/rules/conversations/tiers-schema.ts';
import { appealText } from '#shared/rules/desk/reports.ts';
import { linkName } from '#shared/rules/links/links.ts';
import { REPEATS } from '#shared/rules/text/readable-text.ts';
import { letters } from '../../support/letters.ts';

type Schema = {
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } };
};
const messageOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues.at(-1)?.message;

const NOTHING_TO_READ = [
  ['empty Braille cells', '\u2800'],
  ['private-use characters', '\ue000'],
  ['unassigned characters', '\u0378'],
  ['combining marks', '\u0301'],
  ['vowel signs without a letter', '\u0941'],
  ['fillers of Hangul', '\u3164'],
  ['control characters', '\u0001'],
  ['zero-width joiners', '\u200d'],
] as const;
const SIGNS = [
  ['dots', '.'],
  ['ellipses', '…'],
  ['dashes', '— '],
] as const;

const tierOf = (field: 'name' | 'promise') => ({
  safeParse: (text: string) =>
    tier.safeParse({
      name: 'Long',
      price: '10',
      promise: 'A plan',
      minimumLength: '300',
      [field]: text,
    }),
});

const WITH_MINIMUM: readonly [string, Schema][] = [
  ['a paid answer', paidResponse],
  ['an answer of a tier', paidResponseOf(1_000)],
  ['a first message', firstMessage],
  ['a first message beside answers', messageBeside([{ question: 'a', text: 'Sponge' }])],
  ['a clarifying question', clarificationText],
  ['a subject', subject],
  ['a full name', fullName],
  ['a name on a card', nameOnCard],
  ['a claim', claimText],
  ['an appeal', appealText],
  ['the name of a group', chatName],
  ['the name of a link', linkName],
  ['the name of a passkey', passkeyName],
  ['the title of a saved reply', savedReplyTitle],
  ['the name of a tier', tierOf('name')],
  ['the promise of a tier', tierOf('promise')],
  ['a prompt', { safeParse: (question) => promptList.safeParse([{ question, required: false }]) }],
];

const countOf = (schema: Schema) =>
  [60, 300, 1_200].find((count) => schema.safeParse(letters(count).slice(0, count)).success) ?? 20;

describe.each(WITH_MINIMUM)('%s is refused that has only', (_, schema) => {
  test.each([...NOTHING_TO_READ, ...SIGNS])('%s', (_name, sign) =>
    expect(schema.safeParse(sign.repeat(countOf(schema))).success).toBe(false),
  );
});

describe.each<[string, Schema]>([
  ['a reply', reply],
  ['a chat message', chatMessageText],
  ['a saved reply', savedReplyText],
])('%s', (_, schema) => {
  test.each(NOTHING_TO_READ)('of %s is empty', (_name, sign) =>
    expect(schema.safeParse(`<p>${sign.repeat(20)}</p>`).success).toBe(false),
  );

  test.each(['?', '…', '!!!', '👍', '…?'])('may be %s', (text) =>
    expect(schema.safeParse(text).success).toBe(true),
  );
});

test('a caption may be empty', () => expect(chatCaption.safeParse('').success).toBe(true));

test('a text whose signs do not count says so', () => {
  expect(messageOf(paidResponse, '.'.repeat(200))).toBe(
    'Your reply must be at least 200 characters. Spaces and signs in a row don’t count.',
  );
  expect(messageOf(paidResponse, '.'.repeat(199))).toBe(
    'Your reply must be at least 200 characters',
  );
});

test.each([
  ['a paid answer', paidResponse, 'a'.repeat(200)],
  ['a first message', firstMessage, 'ha '.repeat(100)],
  ['a subject', subject, 'aaaaa'],
  ['a full name', fullName, 'Aaaaaa'],
  ['a claim', claimText, 'no '.repeat(20)],
  ['an appeal', appealText, 'no '.repeat(20)],
])('%s that repeats the same few characters says so', (_, schema, text) =>
  expect(messageOf(schema, text)).toBe(REPEATS),
);

test('a required question is not answered by signs', () => {
  const prompts = [{ question: 'When?', required: true }];
  const missing = (text: string) => missingAnswer(prompts, [{ question: 'When?', text }]);
  expect([missing('\u2800'), missing('...')]).toEqual([prompts[0], prompts[0]]);
  expect([missing('No.'), missing('5'), missing('👍')]).toEqual([undefined, undefined, undefined]);
});

test.each(['王伟', '이산', 'Bo Li', 'まり', 'Nana Na', 'Ng An', '陈丹丹', 'राम सिंह', 'O’Neil'])(
  'the full name %s is accepted',
  (name) => expect(fullName.parse(name)).toBe(name),
);

test.each(['Bo', 'Ada', 'Li B', '王', 'B\u3164\u3164\u3164o'])(
  'the full name %j is too short, and the message asks for the surname',
  (name) =>
    expect(messageOf(fullName, name)).toBe(
      'Your full name must be at least 5 characters. If your name is short, please add your surname',
    ),
);

test.each(['关于合同', '请假', 'Rates', 'C++ or Go?'])('the subject %s is accepted', (text) =>
  expect(subject.safeParse(text).success).toBe(true),
);
