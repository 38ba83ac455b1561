/* The way to a microphone that a browser has blocked, in words. */

/** The browser as far as the way to its microphone goes. */
export type BrowserKind =
  | 'installed-ios'
  | 'safari-ios'
  | 'chrome-ios'
  | 'safari'
  | 'firefox'
  | 'chrome-android'
  | 'chrome';

/** The kind of a browser, by what it says of itself. `isInstalled`: whether the app is on the home screen. */
export function browserKind(userAgent: string, isInstalled: boolean): BrowserKind {
  const isIos = /iPhone|iPad|iPod/.test(userAgent);
  if (isIos && isInstalled) return 'installed-ios';
  if (isIos) return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? 'chrome-ios' : 'safari-ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Chrome\/|Chromium\//.test(userAgent))
    return /Android/.test(userAgent) ? 'chrome-android' : 'chrome';
  return 'safari';
}

/** The three steps that turn on the microphone. Words between asterisks are those of the browser. */
export function microphoneSteps(kind: BrowserKind): readonly string[] {
  switch (kind) {
    case 'safari-ios':
      return [
        'Tap *aA*, or the page with lines, at the left of the address.',
        'Choose *Website Settings*, then *Microphone*.',
        'Choose *Allow* and come back.',
      ];
    case 'installed-ios':
      return [
        'Open *Settings* of the phone, then *Apps* and *Safari*.',
        'Choose *Microphone*.',
        'Choose *Allow* and come back.',
      ];
    case 'chrome-ios':
      return [
        'Open *Settings* of the phone, then *Apps*, and this browser.',
        'Turn on *Microphone*.',
        'Come back.',
      ];
    case 'safari':
      return [
        'Open the *Safari* menu, then *Settings for This Website*.',
        'Choose *Allow* beside *Microphone*.',
        'Come back.',
      ];
    case 'firefox':
      return [
        'Press the crossed-out microphone at the left of the address.',
        'Remove *Blocked* beside *Use the Microphone*.',
        'Come back, and choose *Allow* when Firefox asks.',
      ];
    case 'chrome-android':
      return [
        'Tap the sign at the left of the address.',
        'Choose *Permissions*, then *Microphone*.',
        'Choose *Allow* and come back.',
      ];
    case 'chrome':
      return ['Press the sign at the left of the address.', 'Turn on *Microphone*.', 'Come back.'];
  }
}
