import { describe, expect, test } from '@jest/globals';
import {
  auth,
  endpoint,
  isFresh,
  isPushService,
  p256dh,
} from '#shared/rules/notifications/devices.ts';
import { DAY, instant, later } from '#shared/time.ts';

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dQw4:APA91b',
    'https://fcm.googleapis.com/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://db5p.notify.windows.com/w/?token=BQY',
    'https://web.push.apple.com/QGQyP',
    'https://push.apple.com/QGQyP',
    'https://a.b-2.push.apple.com/QGQyP',
    'https://a.b-2.notify.windows.com/w/',
    'https://a.b-2.push.services.mozilla.com/wpush/v2/gAAAA',
  ])('is allowed at the push service %s', (endpoint) => {
    expect(isPushService(endpoint)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me@fcm.googleapis.com/fcm/send/abc',
    'https://:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.push.apple.com.evil.com/x',
    'https://fcm.googleapis.com.evil.com/fcm/send/abc',
    'https://evil-fcm.googleapis.com/fcm/send/abc',
    'https://googleapis.com/fcm/send/abc',
    'https://notify.windows.com/w/',
    'https://evilnotify.windows.com/w/',
    'https://evil.com/?x=https://web.push.apple.com/',
    'https://evil.com#.push.apple.com',
    'https://evil.com\\.push.apple.com/',
    'https://updates.push.services.mozilla.com.evil.com/',
    'https://db5p.notify.windows.com.evil.com/w/',
    'https://web.push.apple.com.evil.com/',
    'https://evilpush.services.mozilla.com/',
    'https://evilpush.apple.com/',
    'https://push.services.mozilla.com/',
    'https://fcm-googleapis.com/',
    'https://fcm.googleapis-com.evil.com/',
    'https://webxpush.apple-com.evil.com/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://[::1]/x',
    'https://push.example/x',
    'ftp://web.push.apple.com/x',
    'fcm.googleapis.com',
    '',
  ])('is refused elsewhere: %s', (endpoint) => {
    expect(isPushService(endpoint)).toBe(false);
  });
});

describe('a subscription', () => {
  const base64url = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64url');
  const point = (first: number, length = 65) => [first, ...Array(length - 1).fill(255)];
  const address = (length: number) => `https://x.test/${'x'.repeat(length - 15)}`;
  const [NO_SERVICE, NO_KEY] = [
    'This isn’t the address of a push service that we know',
    'This isn’t a key of a subscription',
  ];

  test.each([
    ['an address of 1,024 characters', endpoint, address(1_024), undefined],
    ['1,025', endpoint, address(1_025), NO_SERVICE],
    ['an address of HTTP', endpoint, 'http://x.test', undefined],
    ['another protocol', endpoint, 'ftp://x.test', NO_SERVICE],
    ['a longer protocol', endpoint, 'httpsx://x.test', NO_SERVICE],
    ['a protocol that ends so', endpoint, 'xhttps://x.test', NO_SERVICE],
    ['no address', endpoint, 'x', NO_SERVICE],
    ['nothing', endpoint, undefined, 'The address of the subscription is missing'],
    ['an uncompressed point', p256dh, base64url(point(4)), undefined],
    ['a compressed point', p256dh, base64url(point(2)), NO_KEY],
    ['a point with another first byte', p256dh, base64url(point(5)), NO_KEY],
    ['a point that is too short', p256dh, base64url(point(4, 64)), NO_KEY],
    ['a point that is too long', p256dh, base64url(point(4, 66)), NO_KEY],
    ['standard base64', p256dh, Buffer.from(point(4)).toString('base64'), NO_KEY],
    ['no point', p256dh, undefined, 'The public key of the subscription is missing'],
    ['16 bytes', auth, base64url(point(1, 16)), undefined],
    ['15 bytes', auth, base64url(point(1, 15)), NO_KEY],
    ['17 bytes', auth, base64url(point(1, 17)), NO_KEY],
    ['a long secret', auth, 'A'.repeat(89), NO_KEY],
    ['other characters', auth, `${'A'.repeat(21)}!`, NO_KEY],
    ['other characters before', auth, `!${'A'.repeat(21)}`, NO_KEY],
    ['no secret', auth, undefined, 'The secret of the subscription is missing'],
  ])('with %s is validated', (_, schema, value, fault) =>
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(fault),
  );

  test('is stored without padding', () => {
    const secret = base64url(point(1, 16));
    expect(auth.parse(`${secret}==`)).toBe(secret);
    expect(auth.parse(secret)).toBe(secret);
    expect(auth.safeParse(`${secret}===`).success).toBe(false);
    expect(auth.safeParse(`${secret.slice(0, 10)}=${secret.slice(10)}`).success).toBe(false);
  });

  test('is saved again a day after it was seen', () => {
    const seenAt = instant(Date.UTC(2026, 10, 25));
    expect(isFresh(seenAt, later(seenAt, DAY - 1))).toBe(true);
    expect(isFresh(seenAt, later(seenAt, DAY))).toBe(false);
  });
});
