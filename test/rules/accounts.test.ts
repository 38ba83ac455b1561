import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '#shared/api/index.ts';
import {
  filterUsername,
  fullName,
  heldUsername,
  isFounder,
  newPassword,
  passwordFault,
  updatedVisits,
  username,
  VISIT_GAP,
  VISIT_WRITE_INTERVAL,
  verificationCode,
} from '#shared/rules/accounts/accounts.ts';
import { isReservedUsername, PATH_SEGMENTS } from '#shared/rules/accounts/usernames.ts';
import {
  codeMessage,
  phoneChangeAskedMessage,
  securityStepMessage,
} from '#shared/rules/auth/text-messages.ts';
import { remainingOf, responseRate } from '#shared/rules/profiles/response-rate.ts';
import { socialUrl } from '#shared/rules/profiles/socials.ts';
import { fromIso, instant, later, MINUTE } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { letters } from '../support/letters.ts';

const sentence = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

const password = newPassword('Please enter a password');

describe('names and passwords', () => {
  test.each([
    [undefined, 'Please enter your full name'],
    ['   ', 'Please enter your full name'],
    [
      'Ada ',
      'Your full name must be at least 5 characters. If your name is short, please add your surname',
    ],
    [letters(81), 'Your full name can have at most 80 characters'],
    [letters(80), undefined],
    ['Ada L', undefined],
    ['Ada Lovelace', undefined],
  ])('validating the full name %j gives %j', (value, said) =>
    expect(sentence(fullName, value)).toBe(said),
  );

  test.each([
    [undefined, 'Please enter a password'],
    ['', 'Please enter a password'],
    ['Aa!4567', 'The password must be 8 characters or longer'],
    ['alllower!', 'Password must include both uppercase and lowercase letters'],
    ['ALLUPPER!', 'Password must include both uppercase and lowercase letters'],
    ['NoSpecial1', 'Password must include at least one special character'],
    [`Aa!${'x'.repeat(198)}`, 'The password can have at most 200 characters'],
    [`Aa!${'x'.repeat(197)}`, undefined],
    ['Aa!45678', undefined],
    ['Correct-Horse', undefined],
    ['Größe/Maß', undefined],
  ])('validating the password %j gives %j', (value, said) =>
    expect(sentence(password, value)).toBe(said),
  );

  test('a password has one error at a time, in the order of the form', () => {
    expect(passwordFault('a')).toBe('The password must be 8 characters or longer');
    expect(passwordFault('a'.repeat(201))).toBe('The password can have at most 200 characters');
    expect(password.safeParse('').error?.issues).toHaveLength(1);
  });

  test.each([
    [undefined, 'Please enter your username'],
    ['', 'Please enter your username'],
    ['ab', 'Your username must be at least 3 characters'],
    ['.ada', 'A username has letters, digits, underscores and dots only'],
    ['ada-l', 'A username has letters, digits, underscores and dots only'],
    ['a'.repeat(31), 'Your username can have at most 30 characters'],
    ['a'.repeat(30), undefined],
    ['abc', undefined],
    ['ada.', 'A username can’t end with a dot'],
    ['a..da', 'A username can’t have two dots in a row'],
    ['___', 'A username needs a letter or a digit'],
    ['_._', 'A username needs a letter or a digit'],
    ['a.b.c_', undefined],
    [' Ada.L_1 ', undefined],
  ])('validating the username %j gives %j', (value, said) =>
    expect(sentence(username, value)).toBe(said),
  );

  test.each([
    ['Ada L-1', 'adal1'],
    ['Ａｄａ．Ｌ１', 'ada.l1'],
    ['..ada..l_', 'ada..l_'],
    ['a..b', 'a..b'],
    ['x'.repeat(31), 'x'.repeat(30)],
  ])('the username field turns %s into %s', (typed, kept) =>
    expect(filterUsername(typed)).toBe(kept),
  );

  test('every string that the username field accepts is valid if it is long enough', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (typed) => {
        const kept = filterUsername(typed);
        expect(kept.startsWith('.')).toBe(false);
        if (kept.length >= 3) expect(heldUsername.parse(kept)).toBe(kept);
      }),
    );
  });

  test('six digits are a valid code', () =>
    expect(verificationCode('Please enter your code').parse('012345')).toBe('012345'));

  test.each(['12345', '1234567', '12345a', '', undefined])('%j is not a valid code', (value) =>
    expect(sentence(verificationCode('Please enter your code'), value)).toBe(
      'Please enter your code',
    ),
  );

  test('a founder is an account registered before the launch day', () => {
    expect(isFounder('2026-11-30T23:59:59.999Z', '2026-12-01')).toBe(true);
    expect(isFounder('2026-12-01T00:00:00.000Z', '2026-12-01')).toBe(false);
  });
});

describe('reserved usernames', () => {
  test.each(PATH_SEGMENTS.map((segment) => [segment]))('include the page /%s', (segment) =>
    expect(isReservedUsername(segment)).toBe(true),
  );

  test('include every page of the app, call of the API and file beside them', () => {
    const somebody = 'free_as_a_bird';
    const addresses = [
      ...Object.values(paths).map((path) => path(somebody)),
      ...Object.values(operations).map((operation) => operation.path),
      ...readdirSync('web/public').map((file) => `/${file}`),
    ];
    const segments = addresses.map((address) => address.split(/[/?]/)[1] ?? '');
    const taken = segments.filter((segment) => segment !== '' && segment !== somebody);
    expect(taken.filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });

  test.each([
    'support',
    'Support',
    'supp0rt',
    'support_team',
    'the.support',
    'admin',
    'adm1n',
    'admin42',
    'replypaid',
    'rep1ypaid',
    'reply_paid',
    'ask.replypaid',
    'replypaid_help',
    'help.desk',
    'sw.js',
    'robots.txt',
    'favicon.ico',
    'index.html',
    'manifest.webmanifest',
    'log_in',
    'payouts_team',
    'h3lp',
    '4dmin',
    '5upport',
    's7aff',
    'adm1n42',
    'he1p',
    'official',
    'security',
    'billing.team',
    'moderator',
    'me',
    'null',
    'www',
    'sitemap.xml',
  ])('include %s', (name) => expect(isReservedUsername(name)).toBe(true));

  test.each([
    ['about blog careers jobs news press pricing plans faq docs status explore search discover'],
    ['categories notifications messages profile profiles user users account accounts signin'],
    ['signup signout sign_in me you everyone nobody anonymous guest null undefined true false'],
    ['www mail email ftp dev local localhost sw index robots terms'],
    ['administrator administration admin root superuser system sysadmin official staff team'],
    ['support help helpdesk desk helpcenter center customer service care security safety trust'],
    ['abuse fraud billing payments payment payouts payout refunds refund legal privacy'],
    ['compliance moderators moderator moderation mods mod info contact noreply postmaster'],
    ['webmaster hostmaster verification verified stripe the_team theteam'],
    ['a.js a.mjs a.css a.map a.htm a.html a.txt a.xml a.json a.webmanifest a.ico a.png a.jpg'],
    ['a.jpeg a.gif a.svg a.webp a.avif a.woff a.woff2 a.pdf a.php a.asp a.wasm a.env'],
  ])('include each of the words %s', (words) => {
    expect(words.split(' ').filter((name) => !isReservedUsername(name))).toEqual([]);
  });

  test.each([
    'ada',
    'ada.lovelace',
    'grace_hopper',
    'teammate',
    'helping_hands',
    'chatty',
    'in.box.ed',
    'supporter',
    'modern',
    'rooted',
    'careful',
    'meme',
    'dot.com',
    'a.jsx',
    'coach_4_you',
    'team_ada',
  ])('do not include %s', (name) => expect(isReservedUsername(name)).toBe(false));
});

describe('the text message of a code', () => {
  test('ends with the line that binds the code to this site', () => {
    const message = codeMessage('012345', 'https://replypaid.test:3000');
    expect(message.split('\n')[0]).toBe(
      '012345 is your ReplyPaid code. It works for 10 minutes. Never share it.',
    );
    expect(message.split('\n').at(-1)).toBe('@replypaid.test #012345');
  });
});

describe('the text messages about a phone change', () => {
  test('say when it can happen, and where to stop it', () => {
    const link = 'https://replypaid.test/stop-change?token=abc';
    const at = fromIso('2026-11-30T16:04:30.000Z');
    expect(phoneChangeAskedMessage(link, at)).toBe(
      `ReplyPaid: Someone asked to move your account to another phone number. It can be moved starting Mon, Nov 30, 2026, 4:05 PM UTC. If this was you, ignore this. If not, stop it: ${link}`,
    );
    expect(securityStepMessage('RECOVERY', link, at)).toBe(
      `ReplyPaid: Your account moved to another phone number, so its codes no longer come here. If this was you, ignore this. If not, stop it by Mon, Nov 30, 2026, 4:05 PM UTC: ${link}`,
    );
  });
});

describe('social handles', () => {
  test.each([
    ['bluesky', 'ada', 'https://bsky.app/profile/ada.bsky.social'],
    ['bluesky', '@ada.example.com', 'https://bsky.app/profile/ada.example.com'],
    ['bluesky', 'https://bsky.app/profile/ada', 'https://bsky.app/profile/ada'],
    ['instagram', '@ada.l', 'https://www.instagram.com/ada.l'],
    ['instagram', 'instagram.com/ada', 'https://instagram.com/ada'],
    ['tikTok', 'ada', 'https://www.tiktok.com/@ada'],
    ['tikTok', 'http://www.tiktok.com/@ada', 'https://www.tiktok.com/@ada'],
    ['linkedin', 'ada-lovelace', 'https://www.linkedin.com/in/ada-lovelace'],
    ['linkedin', 'https://uk.linkedin.com/in/ada', 'https://uk.linkedin.com/in/ada'],
    ['youTube', '@ada', 'https://www.youtube.com/@ada'],
    ['youTube', 'https://youtu.be/abc', 'https://youtu.be/abc'],
  ] as const)('of %s written as %s link to %s', (network, typed, url) =>
    expect(socialUrl(network, typed)).toBe(url),
  );

  test.each([
    ['instagram', ''],
    ['instagram', undefined],
    ['instagram', 'https://evil.example/ada'],
    ['instagram', 'https://instagram.com.evil.example/ada'],
    ['instagram', 'https://instagram.com@evil.example/ada'],
    ['instagram', 'javascript:alert(1)'],
    ['instagram', 'javascript://instagram.com/%0aalert(1)'],
    ['instagram', 'https://instagram.com/'],
    ['tikTok', 'two words'],
  ] as const)('of %s written as %j are refused', (network, typed) =>
    expect(socialUrl(network, typed)).toBeNull(),
  );
});

describe('the figures of a profile', () => {
  test('show the response rate in whole percent, and 100 only if all were answered', () => {
    expect(responseRate(0, 0)).toBe(100);
    expect(responseRate(999, 1000)).toBe(99);
    expect(responseRate(3, 3)).toBe(100);
    expect(responseRate(0, 3)).toBe(0);
  });

  test('show a remaining commitment that is never negative', () => {
    expect(remainingOf(10, 3)).toBe(7);
    expect(remainingOf(2, 5)).toBe(0);
  });
});

describe('the visits of an account', () => {
  const noon = instant(Date.parse('2026-11-21T12:00:00Z'));

  test('begin with the first activity', () =>
    expect(updatedVisits({}, noon)).toEqual({ lastSeenAt: noon }));

  test('do not record activities a few minutes apart', () =>
    expect(
      updatedVisits({ lastSeenAt: noon }, later(noon, VISIT_WRITE_INTERVAL - 1)),
    ).toBeUndefined());

  test('record an activity ten minutes after the last one', () => {
    const now = later(noon, 10 * MINUTE);
    expect(updatedVisits({ lastSeenAt: noon }, now)).toEqual({ lastSeenAt: now });
  });

  test('keep the previous visit during a visit', () => {
    const previousVisitAt = later(noon, -300 * MINUTE);
    const now = later(noon, VISIT_GAP - 1);
    expect(updatedVisits({ lastSeenAt: noon, previousVisitAt }, now)).toEqual({
      lastSeenAt: now,
      previousVisitAt,
    });
  });

  test('turn the last visit into the previous one after a gap', () => {
    const now = later(noon, VISIT_GAP);
    expect(updatedVisits({ lastSeenAt: noon }, now)).toEqual({
      lastSeenAt: now,
      previousVisitAt: noon,
    });
  });
});
