import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { APPLE_DOMAIN_PATH } from '#lib/apple-domain-file.ts';
import {
  API_ORIGIN,
  checkDelivery,
  markViewer,
  stripMediaPrefix,
  toFileOrPage,
} from '#lib/cloud/edge.ts';
import { renderedAt } from '#lib/web-addresses.ts';
import { paths } from '#web/paths.ts';

type Request = { uri: string; headers: Record<string, { value: string }>; origin?: string };

/** Runs a CloudFront function on a request to `uri`. */
function run(script: string, uri: string, headers: Request['headers'] = {}): Request {
  const request: Request = { uri, headers };
  const cf = {
    selectRequestOriginById: (id: string) => {
      request.origin = id;
    },
  };
  const event = { viewer: { ip: '2001:db8::7' }, request };
  const plain = script.replace(/^import cf from 'cloudfront';/, '');
  return runInNewContext(`${plain}; handler(event)`, { event, cf });
}

const FILES = ['assets', 'index.html', 'sw.js', APPLE_DOMAIN_PATH];
const script = toFileOrPage(FILES);

describe('the CloudFront function for URLs routes each to a file, a rendered page or the app', () => {
  const screens = ['/inbox', '/inbox/01J', '/Inbox', '/create-inbox/01J', '/pages/ada.lovelace'];
  test.each(screens)('%s is served by the app', (uri) => {
    expect(run(script, uri)).toMatchObject({ uri: '/index.html' });
    expect(run(script, uri).origin).toBeUndefined();
  });

  const files = ['/sw.js', '/index.html', '/assets/app-1a2b.js', APPLE_DOMAIN_PATH];
  test.each(files)('%s is served as a file', (uri) => {
    expect(run(script, uri)).toMatchObject({ uri });
    expect(run(script, uri).origin).toBeUndefined();
  });

  const rendered = [
    ['/', '/home'],
    ['/home', '/home'],
    ['/login', '/login'],
    ['/public-privacy-policy', '/public-privacy-policy'],
    ['/reliability', '/reliability'],
    ['/robots.txt', '/robots.txt'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/sitemap/pages.xml', '/sitemap/pages.xml'],
    ['/referral/K7WQ2M9X', '/referral/K7WQ2M9X'],
    ['/verify/01J0000000000000000000000A', '/verify/01J0000000000000000000000A'],
    ['/ada.lovelace', '/ada.lovelace'],
    ['/ada.lovelace/', '/ada.lovelace'],
    ['/Ada.Lovelace', '/ada.lovelace'],
    ['/ada.js', '/ada.js'],
    ['/support', '/support'],
    ['/constructor', '/constructor'],
    ['/assets.old', '/assets.old'],
    ['/ada.lovelace/links', '/pages/not-found'],
    ['//ada', '/pages/not-found'],
    ['/no-such-page', '/profile-not-found'],
    ['/ab', '/profile-not-found'],
    [`/${'a'.repeat(31)}`, '/profile-not-found'],
    ['/.well-known', '/profile-not-found'],
    ['/.well-known/security.txt', '/pages/not-found'],
    ['/%61da.lovelace', '/profile-not-found'],
  ] as const;
  test.each(rendered)('%s is the rendered page %s', (uri, page) => {
    expect(run(script, uri)).toMatchObject({ uri: `/pages${page}`, origin: API_ORIGIN });
  });

  test('no screen of the app but the public ones is rendered', () => {
    const addresses = Object.values(paths).map(
      (build) => build('01J0000000000000000000000A').split('?')[0] ?? '',
    );
    const found = addresses.filter((uri) => run(script, uri).origin !== undefined);
    expect([...new Set(found)].sort()).toEqual([
      '/',
      '/01J0000000000000000000000A',
      '/01J0000000000000000000000A/answers/:publicAnswerId',
      '/home',
      '/login',
      '/profile-not-found',
      '/public-privacy-policy',
      '/public-usage-policy',
      '/referral-not-found',
      '/referral/01J0000000000000000000000A',
      '/reliability',
      '/verify/01J0000000000000000000000A',
    ]);
  });

  test('the local server routes the same way', () => {
    const isFile = (path: string) =>
      FILES.includes(path.split('/')[1] ?? '') || FILES.includes(path);
    for (const uri of [...screens, ...files, ...rendered.map(([path]) => path)]) {
      const { uri: to, origin } = run(script, uri);
      expect({ uri, page: renderedAt(uri, isFile) }).toEqual({ uri, page: origin && to });
    }
  });

  test('the file for Apple Pay is not found on a stage without one', () => {
    const without = toFileOrPage(['assets', 'index.html', 'sw.js']);
    expect(run(without, APPLE_DOMAIN_PATH)).toMatchObject({
      uri: '/pages/pages/not-found',
      origin: API_ORIGIN,
    });
  });

  test('the script fits CloudFront’s size limit', () => {
    expect(Buffer.byteLength(script)).toBeLessThan(10_000);
  });
});

test('the API gets the viewer’s real address, even if the viewer sends these headers', () => {
  const pretending = { 'x-viewer-address': { value: '192.0.2.1' } };
  const { headers } = run(markViewer, '/api/checkUser', pretending);
  expect(headers['x-viewer-address']).toEqual({ value: '2001:db8::7' });
});

test('a picture is found by its key', () => {
  expect(run(stripMediaPrefix, '/media/avatars/a/media/b.webp').uri).toBe(
    '/avatars/a/media/b.webp',
  );
});

describe('a webhook delivery at the CDN', () => {
  const signature = { value: `t=1700000000,v1=${'0a'.repeat(32)},v0=${'ff'.repeat(32)}` };
  const deliver = (headers: Request['headers'], method = 'POST') => {
    const event = {
      viewer: { ip: '2001:db8::7' },
      request: { method, uri: '/webhooks/stripe', headers },
    };
    return runInNewContext(`${checkDelivery}; handler(event)`, { event });
  };

  test('is forwarded with its source address', () => {
    const taken = deliver({ 'stripe-signature': signature, 'content-length': { value: '4000' } });
    expect(taken.statusCode).toBeUndefined();
    expect(taken.headers['x-viewer-address']).toEqual({ value: '2001:db8::7' });
  });

  test.each([
    ['has no signature', {}, 'POST', 400],
    ['has one that cannot be right', { 'stripe-signature': { value: 't=1,v1=00' } }, 'POST', 400],
    ['is read', { 'stripe-signature': signature }, 'GET', 405],
    [
      'is larger than any event',
      { 'stripe-signature': signature, 'content-length': { value: '300000' } },
      'POST',
      413,
    ],
  ])(
    'that %s is refused before it counts against the throttle',
    (_, headers, method, statusCode) => {
      expect(deliver(headers, method)).toMatchObject({ statusCode });
    },
  );
});
