import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { documentAt } from '#lib/cloud/site.ts';
import { readStageSettings } from '#lib/settings.ts';
import { stageDocument, stageWorker } from '#lib/stage-document.ts';
import { DEFAULT_PHONE_COUNTRIES } from '#shared/rules/auth/phone-countries.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';

const WEB = join(import.meta.dirname, '../../web');
const DOCUMENT = readFileSync(join(WEB, 'index.html'), 'utf8');
const EXAMPLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../settings/example.json'), 'utf8'),
);
const COMPANY = { name: 'Letters & Sons', address: '1 Main Street\nSpringfield, </script>' };

const directory = mkdtempSync(join(tmpdir(), 'replypaid-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const settingsWith = (changed: object) => {
  writeFileSync(join(directory, 'example.json'), JSON.stringify({ ...EXAMPLE, ...changed }));
  return readStageSettings('example', directory);
};

/** Returns the settings in the script block of a document. */
function blockOf(document: string): unknown {
  const [, text = ''] =
    /<script type="application\/json" id="stage">(.*?)<\/script>/s.exec(document) ?? [];
  return JSON.parse(text);
}

test('the example settings have the default fees', () => {
  expect(EXAMPLE.fees).toEqual(DEFAULT_FEES);
  expect(settingsWith({ fees: undefined }).fees).toEqual(DEFAULT_FEES);
});

test.each([
  [
    'a fee percentage that is too large',
    { fees: { ...DEFAULT_FEES, FREE: { percent: 51, cents: 0 } } },
    'settings/example.json: fees.FREE.percent must be a number from 0 to 50 with at most two decimals.',
  ],
  [
    'a larger plan with higher fees',
    { fees: { ...DEFAULT_FEES, STARTER: { percent: 10, cents: 51 } } },
    'settings/example.json: fees.STARTER takes more than FREE of a price of $1.00; no larger plan may.',
  ],
  [
    'a plan that is left out',
    { fees: { FREE: DEFAULT_FEES.FREE, STARTER: DEFAULT_FEES.STARTER } },
    'settings/example.json: fees.PROFESSIONAL must be a percent and cents, such as { "percent": 10, "cents": 50 }.',
  ],
  [
    'a company without an address',
    { company: { name: 'Letters Inc.', address: ' ' } },
    'settings/example.json: company.address mustn’t be empty.',
  ],
])('settings with %s are refused with one sentence', (_name, changed, sentence) => {
  expect(() => settingsWith(changed)).toThrow(sentence);
});

test('the index.html of a stage contains its fees, countries and company, and no other setting', () => {
  const settings = settingsWith({ company: COMPANY });
  const document = documentAt('https://replypaid.test', WEB, settings);
  expect(blockOf(document)).toEqual({
    fees: DEFAULT_FEES,
    company: COMPANY,
    phoneCountries: DEFAULT_PHONE_COUNTRIES,
  });
  expect(document).not.toContain(settings.alarmEmail);
});

test('a setting that contains </script> cannot end the script block', () => {
  const document = stageDocument(DOCUMENT, { fees: DEFAULT_FEES, company: COMPANY });
  expect(document.match(/<\/script>/g)).toHaveLength(DOCUMENT.match(/<\/script>/g)?.length ?? 0);
});

test('index.html without the settings block, or with the settings of another stage, is not deployed', () => {
  expect(() => stageDocument('<!doctype html>', { fees: DEFAULT_FEES })).toThrow(
    'from an older build',
  );
  const filled = stageDocument(DOCUMENT, { fees: DEFAULT_FEES });
  expect(() => stageDocument(filled, { fees: DEFAULT_FEES })).toThrow('from an older build');
});

test('new settings change the service worker, so that browsers load the new document', () => {
  const before = stageWorker('run();\n', { fees: DEFAULT_FEES });
  const after = stageWorker('run();\n', { fees: DEFAULT_FEES, company: COMPANY });
  expect(before).not.toBe(after);
  expect(stageWorker('run();\n', { fees: DEFAULT_FEES })).toBe(before);
  for (const worker of [before, after]) expect(worker).toMatch(/^run\(\);\n\/\/ stage \w+\n$/);
});
