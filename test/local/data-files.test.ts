import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { appendLine, readJson, readLines, writeAtomically } from '#lib/local/data-files.ts';
import { newFolder } from './machine.ts';

/* The files of the local product after a crash. */

let own: ReturnType<typeof newFolder>;
let file: string;
beforeEach(() => {
  own = newFolder();
  file = join(own.folder, 'folder', 'file');
});
afterEach(() => own.remove());

test('a line that a crash has cut off is left out, and the others are read', () => {
  expect(readLines(file)).toEqual([]);
  for (const nth of [1, 2]) appendLine(file, { nth });
  appendFileSync(file, '{"nth":3');
  expect(readLines(file)).toEqual([{ nth: 1 }, { nth: 2 }]);
  appendLine(file, { nth: 4 });
  expect(readLines(file)).toEqual([{ nth: 1 }, { nth: 2 }, { nth: 4 }]);
});

test('a file that is missing or cut off counts as missing', () => {
  expect(readJson(file, { offsetMs: 0 })).toEqual({ offsetMs: 0 });
  writeAtomically(file, '{"offsetMs":5}');
  expect(readJson(file, { offsetMs: 0 })).toEqual({ offsetMs: 5 });
  writeFileSync(file, '{"offs');
  expect(readJson(file, { offsetMs: 0 })).toEqual({ offsetMs: 0 });
});

test('a file is replaced as a whole', () => {
  writeAtomically(file, 'a longer text');
  writeAtomically(file, 'text');
  expect(readFileSync(file, 'utf8')).toBe('text');
});
