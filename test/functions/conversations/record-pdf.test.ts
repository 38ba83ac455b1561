import { describe, expect, test } from '@jest/globals';
import { openFonts } from '#functions/conversations/record-pdf/fonts.ts';
import { linesOf as linesOfParagraph } from '#functions/conversations/record-pdf/lines.ts';
import { PAGES_MAX, recordPdf } from '#functions/conversations/record-pdf.ts';
import type { ConversationRecord } from '#shared/rules/conversations/record.ts';
import { pdfPages, pdfText } from '../../support/pdf-text.ts';

/* The PDF of a record, which is evidence for a bank. */

const HEAD = [
  'Record of the conversation c',
  'All times are in UTC. Each entry contains the SHA-256 hash of the entries before it.',
];
/** The most that Stripe takes. */
const BYTES_MAX = 5 * 1024 * 1024;

const AT = '2026-11-29T10:00:00.000Z';

const recordOf = (...entries: object[]) =>
  ({
    conversationId: 'c',
    entries: entries.map((entry, nth) => ({ number: nth + 1, at: AT, hash: 'h', ...entry })),
  }) as unknown as ConversationRecord;

const pdfOf = (...texts: string[]) =>
  recordPdf(recordOf(...texts.map((text) => ({ what: 'MESSAGE', text }))));

/** The lines of the only message. */
async function linesOf(text: string): Promise<readonly string[]> {
  const [page = []] = await pdfPages(await pdfOf(text));
  return page.slice(HEAD.length + 1, -2);
}

describe('the PDF of a record', () => {
  test('has a line for each part of an entry, with its details in words, and numbers its pages', async () => {
    const terms = { fee: 1, parts: { fixed: 2 } };
    const entry = { what: 'PAID', by: 'SENDER', price: 25, terms, none: null, text: 'A\nB' };
    expect(await pdfPages(await recordPdf(recordOf(entry, { what: 'SENT' })))).toEqual([
      [
        ...HEAD,
        `1. ${AT} PAID by the sender`,
        'price: 25',
        'terms: 1, 2',
        'none: null',
        'A',
        'B',
        'hash: h',
        `2. ${AT} SENT`,
        'hash: h',
        'Record of the conversation c · page 1 of 1',
      ],
    ]);
  });

  test('is the same for the same record, whatever was drawn before', async () => {
    const text = 'Γειά, Анна (سلام): 你好 👍';
    const first = await pdfOf(text);
    await pdfOf('سلام 丽 ﷲ', 'Анна 👍🏽');
    expect(Buffer.compare(await pdfOf(text), first)).toBe(0);
  });

  test('contains only the glyphs that it needs', async () => {
    expect((await pdfOf('Dear Anna')).length).toBeLessThan(40_000);
    expect((await pdfOf('Привет, 你好, 안녕하세요, مرحبا, שלום, नमस्ते 👍')).length).toBeLessThan(
      80_000,
    );
  });
});

describe('a text in the PDF of a record is readable', () => {
  test.each([
    ['Latin letters with accents', 'Ana Marković, Čapek, Łódź, Nguyễn Thị Minh Khai, Ğ ß ø € ½'],
    ['Cyrillic', 'Съешь же ещё этих булок, Љубав, Їжак'],
    ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, ᾠδή'],
    ['Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم دولار'],
    ['Hebrew', 'דג סקרן שט בים מאוכזב'],
    ['Chinese in both forms', '视野无限广，窗外有蓝天。憂鬱的臺灣烏龜'],
    ['Japanese', 'いろはにほへと、イロハ、色は匂へど'],
    ['Korean', '키스의 고유조건은 입술끼리 만나야 하고'],
    ['emoji', '👩🏽‍🚀 🇩🇪 ❤️‍🔥 🧿 1️⃣'],
    ['symbols', '✓ ★ → ← ● ♥ ♪ ₽ ₹ № ™ ©'],
  ])('in %s', async (_, text) => {
    expect((await linesOf(text)).join(' ').normalize('NFKC')).toBe(text.normalize('NFKC'));
  });

  test('in Persian, whose words have joints without a space', async () => {
    const [line = ''] = await linesOf('چگونه پژوهش می\u200Cکنید');
    expect(line.replace(/[ \u200C]/g, '')).toBe('چگونهپژوهشمیکنید');
  });

  test('in Devanagari, whose vowel sign i is drawn before its letter', async () => {
    const [line = ''] = await linesOf('नमस्ते दुनिया');
    expect(line.replaceAll(' ', '')).toBe('नमस्तेदुिनया');
  });
});

describe('a line of the PDF of a record', () => {
  const runsOf = (text: string) => {
    const [line] = linesOfParagraph(openFonts(), text, { size: 12 }, 500);
    return [line?.isRightToLeft, ...(line?.runs.map((run) => run.text) ?? [])];
  };

  test('has its runs from left to right, and is read in the direction of its first letter', () => {
    expect(runsOf('Say "שלום" to Ana: 3')).toEqual([false, 'Say "', 'שלום', '" ', 'to Ana: 3']);
    expect(runsOf('שלום Ana 12')).toEqual([true, 'Ana 12', 'שלום ']);
  });

  test('has brackets that face the other way in what is read from right to left', () => {
    expect(runsOf('א (שלום) א')).toEqual([true, 'א )שלום( א']);
  });

  test('has the digits of Arabic in their order, which its font would turn', () => {
    expect(runsOf('عام ٢٠٢٦')).toEqual([true, '٦٢٠٢', 'عام ']);
  });
});

describe('a letter that no font has', () => {
  test('is named by its code point, and never shown as "?"', async () => {
    expect(await linesOf('Is ก a letter?')).toEqual(['Is [U+0E01] a letter?']);
    expect(await linesOf('𒀀𒀁\u0007!')).toEqual(['[U+12000 U+12001 U+0007]!']);
    expect(await linesOf('a\uD800b')).toEqual(['a[U+D800]b']);
  });

  test('is named an emoji if it is one', async () => {
    expect(await linesOf('\u{1FAFF} end')).toEqual(['[emoji U+1FAFF] end']);
  });
});

describe('a hostile text in the PDF of a record', () => {
  test('cannot reverse or hide what is written', async () => {
    expect(await linesOf('pay \u202E001\u202C \u2066now\u2069\u200B\u00AD')).toEqual([
      'pay 001 now',
    ]);
  });

  test('cannot add an entry or a line with the details of one', async () => {
    const [page] = await pdfPages(await recordPdf(recordOf({ what: 'X', note: 'a\n2. SENT\rb' })));
    expect(page).toContain('note: a 2. SENT b');
  });

  test('is broken at spaces, and a longer word anywhere, at the width of the page', async () => {
    const words = await linesOf('word '.repeat(40).trim());
    expect(words.length).toBeGreaterThan(1);
    for (const line of words) expect(line).toMatch(/^word( word)*$/);
    for (const letter of ['x', '視', 'س', 'क', '👍', 'ก']) {
      const lines = await linesOf(letter.repeat(300));
      expect(lines.length).toBeGreaterThan(3);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200);
    }
  });

  test('with a thousand marks on a letter is drawn', async () => {
    expect((await linesOf(`a${'\u0301'.repeat(1_000)} end`)).join('')).toContain('end');
  });

  test('with a change of font and direction at each letter is drawn', async () => {
    const text = await pdfText(await pdfOf('aשЖ你'.repeat(500)));
    expect(text.match(/你/g)).toHaveLength(500);
  });

  test('with every ideograph stays below the size that Stripe takes', async () => {
    const all = Array.from({ length: 20_000 }, (_, nth) => String.fromCodePoint(0x4e00 + nth));
    const pdf = await pdfOf(all.join(''));
    expect(pdf.length).toBeLessThan(BYTES_MAX);
  });
});

describe('a record that does not fit on the pages that a card network takes', () => {
  const LONG = 'A long question has many words. '.repeat(1_800);

  test('shows the beginning of each long text, and says how much is missing', async () => {
    const pages = await pdfPages(await pdfOf(LONG, 'The answer is here.', LONG));
    const text = pages.flat().join(' ');
    expect(pages.length).toBeLessThanOrEqual(PAGES_MAX);
    expect(text).toContain('The answer is here.');
    expect(text).toContain(
      `The remaining ${LONG.length - 4_000} characters of this text don’t fit into this file. Its hash covers them.`,
    );
  });

  test('is whole if it just fits', async () => {
    const pages = await pdfPages(await pdfOf(LONG.slice(0, 50_000)));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.flat().join(' ')).not.toContain('don’t fit');
  });

  test('of too many entries ends with a sentence about that', async () => {
    const pages = await pdfPages(await pdfOf(...Array.from({ length: 1_000 }, () => 'Hello')));
    expect(pages).toHaveLength(PAGES_MAX);
    expect(pages.at(-1)?.at(-2)).toBe('The rest doesn’t fit into this file.');
  });
});
