import { describe, expect, test } from '@jest/globals';
import {
  draftExpiry,
  draftSubject,
  draftText,
  isEmptyDraft,
} from '#shared/rules/conversations/drafts.ts';
import {
  savedReplyText,
  savedReplyTitle,
  TOO_MANY_SAVED_REPLIES,
} from '#shared/rules/conversations/saved-replies.ts';
import { instant } from '#shared/time.ts';

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } } };
const faultOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('a draft', () => {
  test.each([
    [{ subject: ' ', text: '<p>&nbsp;</p>' }, true],
    [{ subject: ' ', text: '', answers: [{ question: 'Why?', text: ' ' }] }, true],
    [{ subject: 'a', text: '' }, false],
    [{ subject: '', text: '<p>a</p>' }, false],
    [
      {
        subject: '',
        text: '',
        answers: [
          { question: 'Why?', text: ' ' },
          { question: 'How?', text: 'a' },
        ],
      },
      false,
    ],
  ])('of %j is empty: %s', (words, empty) => expect(isEmptyDraft(words)).toBe(empty));

  test('expires 30 days after its last change, in epoch seconds', () =>
    expect(draftExpiry(instant(Date.UTC(2026, 10, 1)))).toBe(Date.UTC(2026, 11, 1) / 1_000));

  test.each([
    ['a subject of 50 characters', draftSubject, 'x'.repeat(50), undefined],
    ['51', draftSubject, 'x'.repeat(51), 'Subject can have at most 50 characters'],
    ['an empty subject', draftSubject, '', undefined],
    ['no subject', draftSubject, undefined, 'Please send the subject, even if it is empty'],
    ['60,000 characters of HTML', draftText, 'x'.repeat(60_000), undefined],
    ['60,001', draftText, 'x'.repeat(60_001), 'This text is too long'],
    ['an empty text', draftText, '', undefined],
    ['no text', draftText, undefined, 'Please send the letter, even if it is empty'],
  ])('with %s is validated', (_, schema, value, fault) =>
    expect(faultOf(schema, value)).toBe(fault),
  );

  test('has its subject in one line', () =>
    expect(draftSubject.parse(' My\nquestion ')).toBe('My question'));
});

describe('a saved reply', () => {
  test.each([
    ['a title of 60 characters', savedReplyTitle, 'x'.repeat(60), undefined],
    ['61', savedReplyTitle, 'x'.repeat(61), 'The title can have at most 60 characters'],
    ['an empty title', savedReplyTitle, ' ', 'Please enter a title'],
    ['no title', savedReplyTitle, undefined, 'Please enter a title'],
    ['4,000 characters of HTML', savedReplyText, 'x'.repeat(4_000), undefined],
    ['4,001', savedReplyText, 'x'.repeat(4_001), 'This text is too long to be saved'],
    ['a text that shows nothing', savedReplyText, '<p>&nbsp;</p>', 'Please enter a text'],
    ['no text', savedReplyText, undefined, 'Please enter a text'],
  ])('with %s is validated', (_, schema, value, fault) =>
    expect(faultOf(schema, value)).toBe(fault),
  );

  test('has its title in one line', () =>
    expect(savedReplyTitle.parse(' My\nintroduction ')).toBe('My introduction'));

  test('beyond the thirtieth is refused with the number', () =>
    expect(TOO_MANY_SAVED_REPLIES).toBe(
      'You have 30 saved replies, and there’s no room for more. Please delete one first.',
    ));
});
