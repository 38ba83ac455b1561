import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStageSettings } from '../../lib/settings.ts';

const RIGHT = {
  region: 'us-east-1',
  alarmEmail: 'operator@example.com',
  launchDate: '2027-01-01',
  allowedCallingCodes: ['1'],
  logRetentionDays: 30,
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'replypaid-settings-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function reading(settings: object | string): () => unknown {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  return () => {
    writeFileSync(join(directory, 'trial.json'), text);
    return readStageSettings('trial', directory);
  };
}

test('the example is right', () => {
  expect(readStageSettings('example')).toMatchObject({ stage: 'example', region: 'us-east-1' });
});

test.each([
  [
    'a wrong field is named',
    { ...RIGHT, logRetentionDays: 31 },
    /trial\.json: logRetentionDays must be one of 1, 3,/,
  ],
  [
    'a missing field is named',
    { ...RIGHT, alarmEmail: undefined },
    /alarmEmail must be an email address/,
  ],
  ['a misspelt field is named', { ...RIGHT, alarmMail: '' }, /alarmMail is not a setting/],
  [
    'a wrong item of a list is named',
    { ...RIGHT, allowedCallingCodes: ['+1'] },
    /allowedCallingCodes\.0/,
  ],
  ['what is not JSON is said so', '{', /trial\.json is not JSON/],
])('%s', (_name, settings, sentence) => {
  expect(reading(settings)).toThrow(sentence);
});

test('a stage without settings says where to put them', () => {
  expect(() => readStageSettings('elsewhere')).toThrow(/copy settings\/example\.json/);
  expect(() => readStageSettings('../etc')).toThrow(/The stage "\.\.\/etc" must be/);
});
