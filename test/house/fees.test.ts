import { expect, test } from '@jest/globals';
import { codeOf, filesUnder } from './source-files.ts';

/* Fees are a setting of each stage, so a text that states a fee must be built from the fee table. */

const A_FEE = /\b\d+(\.\d+)? ?(%|percent)( \+|\s+of (each|every))|\$0\.[45]0\b/g;

test('no screen or message contains a literal fee', () => {
  const stated = filesUnder('web/src', 'functions', 'shared').flatMap((file) =>
    [...codeOf(file).matchAll(A_FEE)].map(([words]) => `${file.path}: ${words}`),
  );
  expect(stated).toEqual([]);
});
