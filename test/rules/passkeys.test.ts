import { describe, expect, test } from '@jest/globals';
import { browserName } from '#shared/rules/auth/browser-names.ts';
import {
  assertion,
  attestation,
  canConfirm,
  confirmationToken,
  passkeyId,
  passkeyName,
  relyingParty,
} from '#shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { instant, later } from '#shared/time.ts';

describe('the relying party of a stage', () => {
  test.each([
    ['https://replypaid.example', 'replypaid.example', 'https://replypaid.example'],
    ['https://d1.cloudfront.net', 'd1.cloudfront.net', 'https://d1.cloudfront.net'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('of %s is %s', (own, id, origin) => {
    expect(relyingParty(own)).toEqual({ id, origin });
  });
});

test('a passkey confirms actions from 72 hours after it was added', () => {
  const createdAt = instant(Date.UTC(2026, 10, 25));
  const end = later(createdAt, SECURITY_WAIT);
  expect(canConfirm({ createdAt }, instant(end - 1))).toBe(false);
  expect(canConfirm({ createdAt }, end)).toBe(true);
});

test('the name of a passkey is trimmed and has 1 to 60 characters', () => {
  expect(passkeyName.parse(' Laptop ')).toBe('Laptop');
  expect(passkeyName.parse('x'.repeat(60))).toHaveLength(60);
  const faultOf = (name: unknown) => passkeyName.safeParse(name).error?.issues[0]?.message;
  expect(faultOf('  ')).toBe('Please enter a name');
  expect(faultOf(1)).toBe('Please enter a name');
  expect(faultOf('x'.repeat(61))).toBe('The name can have at most 60 characters');
});

describe.each([
  ['the id of a passkey', passkeyId, 'This isn’t a passkey'],
  ['a confirmation', confirmationToken, 'This isn’t a confirmation'],
] as const)('%s', (_what, schema, message) => {
  test('is 43 characters of base64url', () => {
    expect(schema.parse(`${'a'.repeat(41)}-_`)).toHaveLength(43);
    const wrong = ['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, ` ${'a'.repeat(43)}`, 43];
    for (const id of wrong) expect(schema.safeParse(id).error?.issues[0]?.message).toBe(message);
  });
});

describe('the response of a passkey', () => {
  const made = { credentialId: 'a', clientDataJSON: 'b', attestationObject: 'c' };
  const used = { credentialId: 'a', clientDataJSON: 'b', authenticatorData: 'c', signature: 'd' };

  test('has no parts but those that are needed', () => {
    const transports = 'internal,hybrid';
    expect(attestation.parse({ ...made, transports, more: 1 })).toEqual({ ...made, transports });
    expect(attestation.parse(made)).toEqual(made);
    expect(assertion.parse({ ...used, userHandle: 'e', more: 1 })).toEqual({
      ...used,
      userHandle: 'e',
    });
    expect(assertion.parse(used)).toEqual(used);
  });

  test.each([
    ['credentialId', 1_364],
    ['clientDataJSON', 1_500],
    ['attestationObject', 3_500],
    ['authenticatorData', 700],
    ['signature', 700],
    ['userHandle', 100],
  ])('has a %s of at most %d characters of base64url', (name, most) => {
    const schema = name in made ? attestation : assertion;
    const faults = (value: unknown) =>
      schema.safeParse({ ...made, ...used, [name]: value }).error?.issues.map((one) => one.message);
    expect(faults('_'.repeat(most))).toBeUndefined();
    for (const wrong of ['_'.repeat(most + 1), '', 'a=', '=a', 1])
      expect(faults(wrong)).toEqual(['This isn’t the response of a passkey']);
  });

  test('names at most 100 characters of transports', () => {
    expect(attestation.safeParse({ ...made, transports: 'x'.repeat(100) }).success).toBe(true);
    expect(attestation.safeParse({ ...made, transports: 'x'.repeat(101) }).error?.issues).toEqual([
      expect.objectContaining({ message: 'This isn’t the response of a passkey' }),
    ]);
  });
});

describe('the name of a browser', () => {
  const MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  test.each([
    [`${MAC} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
    [`${MAC} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Mac'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
      'Firefox on iPad',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    [`${MAC} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera on Mac'],
    ['Opera/9.80 (Windows NT 6.1) Presto/2.12', 'Opera on Windows'],
    [
      'Mozilla/5.0 (Linux; Android 10) Chrome/131.0.0.0 Safari/537.36 EdgA/131.0',
      'Edge on Android',
    ],
    [`${MAC} EdgiOS/131.0 Safari/605.1.15`, 'Edge on Mac'],
    [`${MAC} Edge/18.0 Safari/605.1.15`, 'Edge on Mac'],
    ['Chrome/131.0.0.0', 'Chrome'],
    ['(Windows NT 10.0)', 'Windows'],
    ['curl/8.5.0', undefined],
    ['', undefined],
  ])('of %s is %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
