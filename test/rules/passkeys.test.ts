import { describe, expect, test } from '@jest/globals';
import { browserName } from '../../shared/rules/auth/browser-names.ts';
import { canConfirm, relyingParty } from '../../shared/rules/auth/passkeys.ts';
import { SECURITY_WAIT } from '../../shared/rules/auth/security-wait.ts';
import { instant, later } from '../../shared/time.ts';

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
    ['curl/8.5.0', undefined],
    ['', undefined],
  ])('of %s is %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
