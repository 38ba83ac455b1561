import { describe, expect, test } from '@jest/globals';
import { aboutOf, excerptOf } from '#shared/rules/search/excerpts.ts';

/* The parts of a bio that a list of people shows. docs/product/search.md#results */

const BIO =
  'Immigration lawyer, twelve years with families and founders. Ask me about work permits, family reunions and the letter that you are afraid to open. Straße and Œuvre.';

describe('the excerpt of a search hit', () => {
  test('is the sentence with the word, split around the found letters', () => {
    expect(excerptOf(BIO, 'permit')).toEqual({
      before: 'Ask me about work ',
      found: 'permit',
      after: 's, family reunions and the letter that you are afraid to open.',
    });
  });

  test('marks whole letters where folding changes their number', () => {
    expect(excerptOf(BIO, 'strasse')).toMatchObject({ before: '', found: 'Straße' });
    expect(excerptOf(BIO, 'oeuvre')?.found).toBe('Œuvre');
    expect(excerptOf('An E\u0301tude.', 'etude')?.found).toBe('E\u0301tude');
  });

  test('begins shortly before the word in a long sentence', () => {
    const excerpt = excerptOf(`${'many words '.repeat(30)}then tax law.`, 'tax');
    expect(excerpt?.before).toBe('…many words many words then ');
  });

  test('of less than four letters marks a complete word', () => {
    expect(excerptOf('Taxis and taxes. Ask me about tax.', 'tax')).toMatchObject({
      before: 'Ask me about ',
      found: 'tax',
    });
  });

  test('does not exist if no word of the bio begins with the text', () => {
    expect(excerptOf(BIO, 'ermits')).toBeUndefined();
    expect(excerptOf('', 'permit')).toBeUndefined();
  });
});

test('the beginning of a bio ends at a word', () => {
  expect(aboutOf('Short.')).toBe('Short.');
  const about = aboutOf(BIO);
  expect(about.length).toBeLessThanOrEqual(141);
  expect(about).toMatch(/^Immigration lawyer.*\S…$/);
});
