import { describe, expect, test } from '@jest/globals';
import { isPushService } from '../../shared/rules/notifications/devices.ts';

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dQw4:APA91b',
    'https://fcm.googleapis.com/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://db5p.notify.windows.com/w/?token=BQY',
    'https://web.push.apple.com/QGQyP',
  ])('is allowed at the push service %s', (endpoint) => {
    expect(isPushService(endpoint)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://me@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.com/fcm/send/abc',
    'https://evil-fcm.googleapis.com/fcm/send/abc',
    'https://googleapis.com/fcm/send/abc',
    'https://notify.windows.com/w/',
    'https://evilnotify.windows.com/w/',
    'https://evil.com/?x=https://web.push.apple.com/',
    'https://evil.com#.push.apple.com',
    'https://evil.com\\.push.apple.com/',
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
