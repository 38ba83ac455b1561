import { expect, test } from '@jest/globals';
import { recordPdf } from '../../../functions/conversations/record-pdf.ts';
import type { ConversationRecord } from '../../../shared/rules/conversations/record.ts';

/* The PDF of a record, which is evidence for a bank. */

const HEAD = [
  'Record of the conversation c',
  'All times are in UTC. Each entry contains the SHA-256 hash of the entries before it.',
];
const LEFT_OUT = 'The rest does not fit into this file.';

const pdfOf = (...texts: (string | undefined)[]) => {
  const entries = texts.map((text, nth) => ({
    ...{ number: nth + 1, at: 'T', what: 'paid', hash: 'h' },
    ...(text !== undefined && { text }),
  }));
  const record = { conversationId: 'c', entries } as unknown as ConversationRecord;
  return Buffer.from(recordPdf(record)).toString('latin1');
};

/** The lines of a PDF, of all its pages. */
const linesIn = (pdf: string) => [...pdf.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => line);
/** The lines of the text of the only entry. */
const textOf = (text: string) => linesIn(pdfOf(text)).slice(HEAD.length + 2, -1);

test('the PDF of a record has a line for each part of an entry, with its details in words', () => {
  const entry = { number: 1, at: 'T', what: 'paid', by: 'SENDER', hash: 'h', price: 25 };
  const entries = [{ ...entry, terms: { fee: 1, parts: { fixed: 2 } }, none: null, text: 'A\nB' }];
  const record = { conversationId: 'c', entries } as unknown as ConversationRecord;
  expect(linesIn(Buffer.from(recordPdf(record)).toString('latin1'))).toEqual([
    ...HEAD,
    ...['', '1. T  paid by the sender', '  price: 25', '  terms: 1, 2', '  none: null'],
    ...['  | A', '  | B', '  hash: h'],
  ]);
});

test('the PDF of a record has no line for an author or a text that there is not', () => {
  expect(linesIn(pdfOf(undefined))).toEqual([...HEAD, '', '1. T  paid', '  hash: h']);
});

test('a line of 93 characters stays whole, and a longer one is broken at its last space', () => {
  const words = `${'x'.repeat(60)} ${'y'.repeat(28)}`;
  expect(textOf(words)).toEqual([`  | ${words}`]);
  expect(textOf(`${words}z`)).toEqual([`  | ${'x'.repeat(60)}`, `    ${'y'.repeat(28)}z`]);
});

test('a word that is longer than a line, or begins in its first half, is broken anywhere', () => {
  expect(textOf('x'.repeat(100))).toEqual([`  | ${'x'.repeat(89)}`, `    ${'x'.repeat(11)}`]);
  expect(textOf(`ab ${'x'.repeat(100)}`)).toEqual([
    `  | ab ${'x'.repeat(86)}`,
    `    ${'x'.repeat(14)}`,
  ]);
});

test('characters of PDF are escaped, those of Windows-1252 kept, and all others shown as "?"', () => {
  expect(textOf('(a\\b) é “–” 猫 \u0007')).toEqual(['  | \\(a\\\\b\\) é \u0093\u0096\u0094 ? ?']);
});

test('the table of a PDF has the position of each object, of one page for 58 lines', () => {
  for (const [count, pages] of [
    [1, 1],
    [18, 1],
    [19, 2],
  ] as const) {
    // Three lines for each entry, and two before them.
    const pdf = pdfOf(...Array.from({ length: count }, () => undefined));
    const [, table = ''] = /\nxref\n0 \d+\n0000000000 65535 f \n([^t]*)trailer/.exec(pdf) ?? [];
    const positions = table
      .trimEnd()
      .split('\n')
      .map((row) => Number(row.slice(0, 10)));
    expect(positions).toHaveLength(3 + 2 * pages);
    for (const [nth, position] of positions.entries())
      expect(pdf.slice(position).startsWith(`${nth + 1} 0 obj\n`)).toBe(true);
    expect(pdf).toContain(`/Count ${pages} /Kids [${pages === 1 ? '4 0 R' : '4 0 R 6 0 R'}]`);
    for (const [, length, content = ''] of pdf.matchAll(
      /\/Length (\d+) >>\nstream\n(.*?)\nendstream/gs,
    ))
      expect(content).toHaveLength(Number(length));
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    expect(pdf.slice(start).startsWith('xref\n')).toBe(true);
  }
});

test('a record of more than 30,000 lines ends with a sentence about that', () => {
  const least = HEAD.length + 3;
  const full = linesIn(pdfOf(Array.from({ length: 30_000 - least }, () => 'x').join('\n')));
  expect([full.length, full.at(-1)]).toEqual([30_000, '  hash: h']);
  const cut = linesIn(pdfOf(Array.from({ length: 30_001 - least }, () => 'x').join('\n')));
  expect([cut.length, cut.at(-2), cut.at(-1)]).toEqual([30_001, '  | x', LEFT_OUT]);
});
