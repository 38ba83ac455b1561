import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { withHead } from '#functions/pages/document/page-head.ts';
import { handler } from '#functions/pages/render.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { bearer, newPerson, signedIn } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const { origin } = SETTINGS;
const CACHED = 'public, max-age=0, s-maxage=10, stale-while-revalidate=20';
const world = worldOfFile();

type Page = { statusCode: number; headers: Record<string, string>; body: string };

/** Requests the page of a profile through API Gateway. */
async function pageOf(name: string): Promise<Page> {
  const event = { rawPath: `/pages/${name}`, headers: {} } as unknown as APIGatewayProxyEventV2;
  return (await handler(event, lambdaContext())) as Page;
}

/** Reads the head as a crawler does: the attributes of the tags with entities decoded, and the linked data. */
function readHead(html: string) {
  const decode = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const meta = Object.fromEntries(
    [...html.matchAll(/<meta\s+(?:name|property)="([^"]*)"\s+content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, decode(content)],
    ),
  );
  const linked = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  return {
    title: decode(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1],
    meta,
    linked: linked === undefined ? undefined : JSON.parse(linked),
  };
}

test('the app is returned uncached if the table does not respond', async () => {
  const { user } = await newPerson(world);
  await pageOf(user.username);
  const name = process.env.TABLE_NAME;
  process.env.TABLE_NAME = 'no-such-table';
  try {
    const page = await pageOf(user.username);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('<div id="app"></div>');
  } finally {
    process.env.TABLE_NAME = name;
  }
});

test('the last index document is used if it cannot be read again', async () => {
  const { user } = await newPerson(world);
  const bucket = process.env.WEB_BUCKET;
  await pageOf(user.username);
  world.advance(2 * MINUTE);
  process.env.WEB_BUCKET = 'no-such-bucket';
  try {
    expect((await pageOf(user.username)).statusCode).toBe(200);
  } finally {
    process.env.WEB_BUCKET = bucket;
  }
});

test('an index document without a place for the preview is refused', () => {
  expect(() => withHead('<html><head></head></html>', '<title>Ada</title>')).toThrow();
});

test('a previous username redirects temporarily for 90 days', async () => {
  const { user, token } = await newPerson(world);
  const profile = {
    username: 'new.name',
    userFullName: user.fullName,
    userBio: '',
    categoryId: 'CATEGORY_01',
    subCategoryId: 'CATEGORY_01_01',
  };
  expect((await responseTo(bearer(token).calls('updateUserProfile', profile))).http).toBe(200);
  expect(await pageOf(user.username)).toMatchObject({
    statusCode: 302,
    headers: { location: '/new.name', 'cache-control': CACHED },
    body: '',
  });
  expect((await pageOf('new.name')).statusCode).toBe(200);
  world.advance(91 * DAY);
  expect((await pageOf(user.username)).statusCode).toBe(404);
  expect((await pageOf('new.name')).statusCode).toBe(200);
});

describe('the document of a profile page', () => {
  test('contains title, portrait, text, address and linked data of its owner', async () => {
    const { user } = await newPerson(world, {
      fullName: 'Ana Marković',
      username: 'ana.markovic',
      bio: '<p>Immigration lawyer &amp; <strong>translator</strong>.</p><p>Twelve years.</p>',
      avatarUrl: `${origin}/media/avatars/ana.jpg`,
      socials: { bluesky: 'ana', instagram: 'https://elsewhere.test/ana' },
    });
    const page = await pageOf('ana.markovic');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': CACHED,
    });
    const description = 'Immigration lawyer & translator. Twelve years.';
    const title = 'Ana Marković (@ana.markovic)';
    const { meta, ...head } = readHead(page.body);
    expect(meta).toMatchObject({
      description,
      'og:type': 'profile',
      'og:title': title,
      'og:description': description,
      'og:url': `${origin}/ana.markovic`,
      'og:image': expect.stringMatching(/\/preview\/ana\.markovic\/[0-9a-f]{16}\.png$/),
      'og:image:alt': 'Ana Marković on ReplyPaid, $2.99 per answer',
      'profile:username': 'ana.markovic',
      'twitter:card': 'summary_large_image',
      'twitter:image': expect.stringMatching(/\.png$/),
    });
    expect(head).toMatchObject({
      title: `${title} · ReplyPaid`,
      canonical: `${origin}/ana.markovic`,
      linked: {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name: 'Ana Marković',
          alternateName: '@ana.markovic',
          description,
          image: user.avatarUrl,
          url: `${origin}/ana.markovic`,
          sameAs: ['https://bsky.app/profile/ana.bsky.social'],
          makesOffer: [
            {
              '@type': 'Offer',
              name: 'An answer from Ana Marković',
              price: '2.99',
              priceCurrency: 'USD',
              availability: 'https://schema.org/InStock',
              url: `${origin}/ana.markovic`,
            },
          ],
        },
      },
    });
  });

  test('offers each tier, or none if the person takes no messages', async () => {
    const offers = async ({ username }: { username: string }) =>
      readHead((await pageOf(username)).body).linked.mainEntity.makesOffer;
    const { user } = await newPerson(world, { paidResponseCommitment: 3 });
    const tier = { promise: 'One answer', minimumLength: 200 };
    const tiers = [
      { ...tier, name: 'Short', price: cents(1_000) },
      { ...tier, name: 'Long', price: cents(4_050) },
    ];
    await table.write(update(userKey(user.id), { set: { tiers } }));
    expect(await offers(user)).toMatchObject([{ price: '10.00' }, { price: '40.50' }]);
    const { user: silent } = await newPerson(world, { paidResponseCommitment: 0 });
    expect(await offers(silent)).toBeUndefined();
  });

  test('is not for search engines if its owner does not want to be shown', async () => {
    const { user } = await newPerson(world);
    const robots = async () => readHead((await pageOf(user.username)).body).meta.robots;
    expect(await robots()).toBeUndefined();
    await table.write(update(userKey(user.id), { set: { listing: 'HIDDEN' } }));
    expect(await robots()).toBe('noindex');
  });

  test('shows the profile without a script, a style sheet or the outlines of the app', async () => {
    const { user } = await newPerson(world, { bio: '<p>Plain.</p>', paidResponseCommitment: 3 });
    const { body } = await pageOf(user.username);
    expect(body).toMatch(
      new RegExp(`<div id="app">.*<h1[^>]*>${user.fullName}</h1>.*<p>Plain.</p>`),
    );
    expect(body).toContain(`href="/login?profile=${user.username}&amp;write=any"`);
    expect(body).toMatch(/openings left<\/dt><dd[^>]*>3<\/dd>/);
    expect(body).toContain('<style>.letter{color:var(--ink)}</style>');
    expect(body).toMatch(/<html data-code="\/assets\/main-12345678.js"/);
    expect(body).not.toMatch(/<script[^>]* src=|rel="stylesheet"|rel="modulepreload"|id="outline"/);
  });

  test('contains the answer that the app would request, and has each tag once', async () => {
    const { user } = await newPerson(world);
    const { body } = await pageOf(user.username);
    const answers = /id="answers">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(answers)).toMatchObject([
      {
        key: ['viewUserProfile', { username: user.username }, 'answer'],
        answer: { data: [{ id: user.id, contactState: 'NONE' }] },
      },
      {
        key: ['viewPublicAnswers', { username: user.username }, 'pages'],
        answer: { pages: [{ data: [], pageTotal: 0 }] },
      },
    ]);
    for (const once of ['<title>', 'name="description"', 'property="og:image"', 'twitter:card'])
      expect({ once, times: body.split(once).length - 1 }).toEqual({ once, times: 1 });
  });

  test('without portrait and text shows the drawn picture and the price', async () => {
    const { user } = await newPerson(world, {
      fullName: 'Ben Okafor',
      price: 2_500,
      paidResponseCommitment: 10,
    });
    const { meta, linked } = readHead((await pageOf(user.username)).body);
    expect(meta).toMatchObject({
      description:
        'Write to Ben Okafor for $25.00. An answer within 10 days, or your money goes back.',
      'og:image': expect.stringContaining(`${origin}/preview/${user.username}/`),
      'twitter:card': 'summary_large_image',
    });
    expect(linked.mainEntity).not.toHaveProperty('image');
    expect(linked.mainEntity).not.toHaveProperty('description');
    expect(linked.mainEntity).not.toHaveProperty('sameAs');
  });

  test('with a local portrait contains its full address', async () => {
    const { user } = await newPerson(world, {
      avatarUrl: '/media/avatars/local.jpg',
      fullName: 'Мария Иванова',
    });
    const { meta, linked } = readHead((await pageOf(user.username)).body);
    // The name is not drawn, because the font has no Cyrillic letters.
    expect(meta['og:image']).toBe(`${origin}/media/avatars/local.jpg`);
    expect(linked.mainEntity.image).toBe(`${origin}/media/avatars/local.jpg`);
  });

  test('is the same for every caller and in any case', async () => {
    const { user } = await newPerson(world);
    const [upper, lower] = [await pageOf(user.username.toUpperCase()), await pageOf(user.username)];
    const withoutTime = ({ body }: Page) => body.replaceAll(/"at":\d+/g, '');
    expect(withoutTime(upper)).toBe(withoutTime(lower));
  });

  test('counts no view, because the page requests the profile itself', async () => {
    const { user } = await newPerson(world);
    await pageOf(user.username);
    const { token } = await signedIn(user, world.now());
    const seen = await bearer(token).dashboard();
    expect(seen.profileViews).toBe(0);
  });
});

describe('a page that is the same for everybody', () => {
  test.each([
    ['/home', 'Pay for an answer', '/browse'],
    ['/login', 'Sign in', '/onetime-login'],
    ['/public-usage-policy', 'Usage Policy', '/public-privacy-policy'],
    ['/reliability', 'Reliability', '/public-usage-policy'],
  ])('%s is rendered with its title and its links', async (path, title, link) => {
    const page = await pageOf(path.slice(1));
    expect([page.statusCode, page.headers['cache-control']]).toEqual([
      200,
      // The landing page shows people.
      expect.stringMatching(
        path === '/home'
          ? /s-maxage=60, stale-while-revalidate=\d+, stale-if-error=\d+$/
          : /s-maxage=300, stale-while-revalidate=\d+, stale-if-error=\d+$/,
      ),
    ]);
    expect(readHead(page.body).title).toContain(title);
    expect(page.body).toMatch(new RegExp(`<div id="app">.*href="${link}"`));
  });

  test.each(['/referral-not-found', '/profile-not-found', '/pages/not-found'])(
    '%s is 404 and not listed by search engines',
    async (path) => {
      const page = await pageOf(path.slice(1));
      expect(page.statusCode).toBe(404);
      expect(readHead(page.body).meta.robots).toBe('noindex');
    },
  );
});

describe('the page of a referral', () => {
  test('shows who invites, and hands their code to the browser', async () => {
    const { user } = await newPerson(world, { fullName: 'Ana Marković' });
    const { statusCode, body } = await pageOf(`referral/${user.referralCode}`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`data-referral="${user.referralCode}"`);
    expect(readHead(body)).toMatchObject({
      title: 'Ana Marković invites you to ReplyPaid',
      meta: { robots: 'noindex' },
    });
    expect(body).toMatch(/<div id="app">.*Ana Marković.*href="\/register"/);
  });

  test('redirects if there is no such code', async () => {
    expect(await pageOf('referral/NOBODY77')).toMatchObject({
      statusCode: 302,
      headers: { location: '/referral-not-found' },
    });
  });
});

describe('user text in the document is escaped', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '<!--preview--><!-- <script>',
    "$& $1 $` $'",
    ']]> \u2028 \u2029 </title><title>',
  ];

  test.each(hostile)('%s', async (text) => {
    const name = `Ada ${text}`.slice(0, 80);
    // The stored bio breaks the rules on purpose: the page must escape it anyway.
    const { user } = await newPerson(world, { bio: text.replaceAll('<', '&lt;') });
    await table.write(update(userKey(user.id), { set: { fullName: name } }));
    const { body } = await pageOf(user.username);
    const plain = await pageOf((await newPerson(world, { bio: 'Plain.' })).user.username);
    const elements = (html: string) => [...html.matchAll(/<[a-z!/][a-z-]*/gi)].map(([tag]) => tag);
    expect(elements(body)).toEqual(elements(plain.body));
    const { title, meta, linked } = readHead(body);
    const said = text.replace(/\s+/g, ' ').trim();
    expect(title).toBe(`${name} (@${user.username}) · ReplyPaid`);
    expect(meta['og:title']).toBe(`${name} (@${user.username})`);
    expect(meta.description).toBe(said);
    expect(linked.mainEntity).toMatchObject({ name, description: said });
  });
});

describe('an address without a profile', () => {
  test.each([
    ['is free', async () => 'nobody.here'],
    [
      'belongs to somebody whose phone is not confirmed',
      async () => (await newPerson(world, { verified: false, licenseId: 'NONE' })).user.username,
    ],
    [
      'belongs to somebody who has not finished registering',
      async () => (await newPerson(world, { licenseId: 'NONE' })).user.username,
    ],
    ['is no name at all', async () => '..%2f'],
  ])('that %s gets 404, a link to other screens, and no indexing', async (_, nameOf) => {
    const page = await pageOf(await nameOf());
    expect(page.statusCode).toBe(404);
    expect(page.headers['cache-control']).toBe(CACHED);
    const { title, meta, canonical, linked } = readHead(page.body);
    expect({ title, robots: meta.robots }).toEqual({
      title: 'User Not Found · ReplyPaid',
      robots: 'noindex',
    });
    expect([canonical, linked, meta['og:title']]).toEqual([undefined, undefined, undefined]);
    expect(page.body).toMatch(/<div id="app">.*href="\/login"[^>]*>.*Return to Login/);
  });
});

describe('a long description is cut at a word', () => {
  test.each([
    ['a short text stays as it is', 'one two', 7, 'one two'],
    ['the last word that does not fit is removed', 'one two three', 9, 'one two…'],
    ['the comma before the cut is removed too', 'one, two, three', 10, 'one, two…'],
    ['a word that is too long by itself is cut', 'abcdefghij', 5, 'abcd…'],
    ['a character is never halved', '👋👋👋👋', 3, '👋👋…'],
  ])('%s', (_, text, max, expected) => {
    expect(truncateAtWord(text, max)).toBe(expected);
  });

  test('at 300 characters', async () => {
    const { user } = await newPerson(world, { bio: `<p>${'seven words '.repeat(60)}</p>` });
    const { meta } = readHead((await pageOf(user.username)).body);
    expect(meta.description?.length).toBeLessThanOrEqual(300);
    expect(meta.description).toMatch(/^(seven words )+seven( words)?…$|words…$/);
  });
});
