import { describe, expect, test } from '@jest/globals';
import { claimText } from '#shared/rules/conversations/claim-text.ts';
import {
  additionalInformation,
  clarificationText,
  declineNote,
  firstMessage,
  messageHtml,
  normalizePlainText,
  paidResponse,
  paidResponseOf,
  plainText,
  reply,
  subject,
} from '#shared/rules/conversations/messages.ts';
import { letters } from '../support/letters.ts';

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } } };
/** All messages of a schema, so that a text with one fault has one message. */
const faultsOf = (schema: Schema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

const text = (length: number) => `<p>${letters(length)}</p>`;
const LONG = letters(60_001);
const TOO_LONG = 'This text is too long';

describe('a text is validated', () => {
  test.each<[string, Schema, unknown, ...string[]]>([
    ['a paid message of 100 characters', firstMessage, text(100)],
    ['99', firstMessage, text(99), 'Message must be at least 100 characters'],
    ['empty', firstMessage, text(0), 'Enter a message'],
    ['missing', firstMessage, undefined, 'Enter a message'],
    ['too long', firstMessage, LONG, TOO_LONG],
    ['a reply of one character', reply, text(1)],
    ['60,000', reply, letters(60_000)],
    ['60,001', reply, LONG, TOO_LONG],
    ['empty', reply, '<p>&nbsp;</p>', 'Please enter a message'],
    ['an answer of 200', paidResponse, text(200)],
    ['199', paidResponse, text(199), 'Your reply must be at least 200 characters'],
    ['empty', paidResponse, text(0), 'Please enter a message'],
    ['an answer of a tier', paidResponseOf(1_000), text(1_000)],
    ['999', paidResponseOf(1_000), text(999), 'Your reply must be at least 1,000 characters'],
    ['a question of 20', clarificationText, text(20)],
    ['19', clarificationText, text(19), 'Please write at least 20 characters'],
    ['2,000', clarificationText, text(2_000)],
    ['2,001', clarificationText, text(2_001), 'Please keep this under 2,000 characters'],
    ['empty', clarificationText, text(0), 'Please enter a message'],
    ['an empty text that may be empty', messageHtml, ''],
    ['too long', messageHtml, LONG, TOO_LONG],
    ['missing', messageHtml, undefined, 'Please enter a message'],
    ['a subject of 5', subject, letters(5)],
    ['4', subject, ' abcd ', 'Subject must be at least 5 characters'],
    ['50', subject, letters(50)],
    ['51', subject, letters(51), 'Subject can have at most 50 characters'],
    ['missing', subject, undefined, 'Enter a subject line'],
    ['empty', subject, ' ', 'Enter a subject line', 'Subject must be at least 5 characters'],
    ['a note of 500', declineNote, ` ${letters(500)} `],
    ['501', declineNote, letters(501), 'Please keep your note under 500 characters'],
    ['an empty note', declineNote, ''],
    ['a comment of 2,000', additionalInformation, ` ${letters(2_000)} `],
    ['2,001', additionalInformation, letters(2_001), 'Please keep this under 2,000 characters'],
    ['no comment', additionalInformation, undefined],
    ['a claim of 20', claimText, letters(20)],
    ['19', claimText, ` ${letters(19)} `, 'Please write at least 20 characters'],
    ['2,000', claimText, letters(2_000)],
    ['2,001', claimText, letters(2_001), 'Please keep this under 2,000 characters'],
    [
      'an empty claim',
      claimText,
      ' ',
      'Please explain it in a few words',
      'Please write at least 20 characters',
    ],
    ['no claim', claimText, undefined, 'Please explain it in a few words'],
  ])('with the messages of its faults: %s', (_, schema, value, ...faults) =>
    expect(faultsOf(schema, value)).toEqual(faults),
  );
});

test.each([
  ['tags', '<p>a<b>b</b>c</p>', 'abc'],
  [
    'ends of lines',
    'a<br>b<br/>c<p>d</p>e<h3>f</h3>g<li>h</li>i<blockquote>j</blockquote>k',
    'a b cd ef gh ij k',
  ],
  ['tags that begin like those', 'a<break>b</pre>c', 'abc'],
  ['a sign that is no tag', '1 < 2 > 3 < 4', '1 3 < 4'],
  ['entities', '&lt;&gt;&quot;&#39;&apos;&amp;&nbsp;&#160;x', `<>"''& x`],
  ['entities in capitals', '&LT;&NBSP;&AMP;', '< &'],
  ['an entity that is written out', '&amp;lt;', '&lt;'],
  ['white space', ' a \n\t b ', 'a b'],
])('the visible text is without %s', (_, html, visible) => expect(plainText(html)).toBe(visible));

test.each([
  ['\n a \n', 'a'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\tb\u0000c', 'a b c'],
  ['a \n b', 'a\nb'],
  ['a\n\nb', 'a\n\nb'],
  ['a\n\n\n\nb', 'a\n\nb'],
  ['a\u200bb', 'ab'],
])('the short plain text %j is stored as %j', (typed, stored) =>
  expect(normalizePlainText(typed)).toBe(stored),
);
