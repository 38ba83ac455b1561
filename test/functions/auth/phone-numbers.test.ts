import { beforeAll, describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import type { OperationName } from '#shared/api/index.ts';
import { operations } from '#shared/api/index.ts';
import { newId } from '#shared/ids.ts';
import {
  CLOSED_PHONE_COUNTRY,
  INVALID_PHONE_NUMBER,
  UNTEXTABLE_PHONE_NUMBER,
} from '#shared/rules/auth/phone-numbers.ts';
import { unusedAddress } from '../../support/handler-calls.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Validation of phone numbers: every operation that takes one applies the same rule. */

const world = worldOfFile();
let person: Person;
beforeAll(async () => {
  person = await newPerson(world);
});

const PROOF = { username: 'grace', code: '123456', password: PASSWORD };
/** The input that each operation requires besides the number. */
const BESIDE: Readonly<Record<string, object>> = {
  createUser: { fullName: 'Grace Hopper', username: 'grace', password: PASSWORD },
  verifyOneTimeLogin: { verificationCode: '123456' },
  changePhoneNumber: { code: '123456', password: 'Correct-Horse-1' },
  sendRecoveryNumberCode: PROOF,
  recoverAccount: { ...PROOF, phoneCode: '123456' },
};

const taking = Object.values(operations).filter(({ input }) => 'phoneNumber' in input.shape);

const ask = (operation: OperationName, phoneNumber: string) =>
  responseTo(
    person.calls(
      operation,
      { userId: newId(world.now()), ...BESIDE[operation], phoneNumber },
      { from: unusedAddress() },
    ),
  );

describe.each(taking.map(({ name }) => name))('%s', (operation) => {
  test.each([
    ['+44 7911 123456', CLOSED_PHONE_COUNTRY],
    ['+1 876 234 5678', CLOSED_PHONE_COUNTRY],
    ['447911123456', INVALID_PHONE_NUMBER],
    ['(211) 234-5678', INVALID_PHONE_NUMBER],
    ['(900) 234-5678', UNTEXTABLE_PHONE_NUMBER],
    ['(212) 976-2368', UNTEXTABLE_PHONE_NUMBER],
  ])('refuses %s at its field, and sends no text message', async (typed, said) => {
    const { http, body } = await ask(operation, typed);
    expect({ http, ...body }).toMatchObject({
      http: 400,
      status: 'INVALID_INPUT',
      fields: { phoneNumber: said },
    });
    expect(world.texts).toEqual([]);
  });

  test('refuses a fictional number outside of local development', async () => {
    const { fictionalPhoneNumbers: _, ...deployed } = SETTINGS;
    process.env.SETTINGS = JSON.stringify(deployed);
    const { body } = await ask(operation, '(555) 555-0100');
    process.env.SETTINGS = JSON.stringify(SETTINGS);
    expect(body.fields).toEqual({ phoneNumber: INVALID_PHONE_NUMBER });
  });
});

test('a number of a country that the settings allow gets its code, and is shown with its country code', async () => {
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, phoneCountries: ['US', 'GB'] });
  const { body } = await ask('createUser', '0044 (0)7400 123456');
  process.env.SETTINGS = JSON.stringify(SETTINGS);
  expect(body.status).toBe('SUCCESS');
  expect(body.data[0].phoneNumber).toBe('+44 740 012 3456');
  expect(world.codeSentTo('+447400123456')).toMatch(/^\d{6}$/);
});
