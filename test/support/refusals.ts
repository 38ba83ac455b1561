import { expect } from '@jest/globals';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import type { Answer } from './call.ts';

/** Expects a refusal with this status and code, and with this message or exactly these field errors. It has no data. */
export function expectRefusal(
  { http, body }: Answer,
  expectedHttp: number,
  code: string,
  says?: string | object,
): void {
  expect([http, body.status]).toEqual([expectedHttp, code]);
  if (typeof says === 'string') expect(body.message).toBe(says);
  if (typeof says === 'object') expect(body.fields).toEqual(says);
  for (const field of ['data', 'access_token']) expect(body).not.toHaveProperty(field);
}

/** Expects that the operation refuses a deed in this way. */
export async function expectRefused(
  deed: Deed<unknown>,
  ...expected: [http: number, code: string, says?: string | object]
): Promise<void> {
  expectRefusal(await responseTo(deed), ...expected);
}
