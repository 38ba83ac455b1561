import { describe, expect, test } from '@jest/globals';
import { browserKind, microphoneSteps } from '#web/features/voice/microphone-steps.ts';

describe('the way to a blocked microphone', () => {
  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) Version/16.0 Safari/604.1',
      'safari-ios',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1',
      'chrome-ios',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 13_0) Version/16.0 Safari/605.1.15', 'safari'],
    ['Mozilla/5.0 (Linux; Android 13) Chrome/109.0.0.0 Mobile Safari/537.36', 'chrome-android'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/109.0.0.0 Safari/537.36', 'chrome'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'firefox'],
  ] as const)('of %s has three steps', (userAgent, kind) => {
    expect(browserKind(userAgent, false)).toBe(kind);
    expect(microphoneSteps(kind)).toHaveLength(3);
  });

  test('of the app on the home screen of an iPhone leads through the settings of the phone', () => {
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) Version/16.0 Safari/604.1';
    expect(browserKind(iPhone, true)).toBe('installed-ios');
    expect(microphoneSteps('installed-ios')[0]).toContain('*Settings*');
  });
});
