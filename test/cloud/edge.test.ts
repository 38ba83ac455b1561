import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import {
  API_ORIGIN,
  checkDelivery,
  markViewer,
  stripMediaPrefix,
  toAppFileOrProfile,
} from '../../lib/cloud/edge.ts';
import { usernameAt } from '../../lib/web-addresses.ts';
import { PATH_SEGMENTS } from '../../shared/rules/accounts/usernames.ts';
import { paths } from '../../web/src/paths.ts';

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

const FILES = ['assets', 'index.html', 'sw.js', 'theme.js'];
const script = toAppFileOrProfile(FILES);

describe('the CloudFront function for URLs routes each to a file, a profile or the app', () => {
  const app = [
    ...['/', '/home', '/inbox/01J', '/ada.lovelace/links', '/no-such-page', '/pages/ada.lovelace'],
    ...['/ab', `/${'a'.repeat(31)}`, '/.well-known', '/%61da.lovelace', '/ada%2elovelace', '//ada'],
  ];
  test.each(app)('%s is served by the app', (uri) => {
    expect(run(script, uri)).toMatchObject({ uri: '/index.html' });
    expect(run(script, uri).origin).toBeUndefined();
  });

  test.each(['/sw.js', '/index.html', '/assets/app-1a2b.js'])('%s is served as a file', (uri) => {
    expect(run(script, uri)).toMatchObject({ uri });
    expect(run(script, uri).origin).toBeUndefined();
  });

  test.each([
    ['/ada.lovelace', 'ada.lovelace'],
    ['/ada.lovelace/', 'ada.lovelace'],
    ['/Ada.Lovelace', 'ada.lovelace'],
    ['/ada.js', 'ada.js'],
    ['/support', 'support'],
    ['/constructor', 'constructor'],
    ['/assets.old', 'assets.old'],
  ])('%s is the profile page of %s', (uri, name) => {
    expect(run(script, uri)).toMatchObject({ uri: `/pages/${name}`, origin: API_ORIGIN });
  });

  test('no screen of the app is treated as a profile', () => {
    const screens = Object.entries(paths).filter(([name]) => name !== 'profile');
    const addresses = screens.map(([, build]) => build('01J0000000000000000000000A'));
    for (const uri of [...addresses, ...PATH_SEGMENTS.map((name) => `/${name}`)])
      expect({ uri, to: run(script, uri).origin }).toEqual({ uri, to: undefined });
  });

  test('the local server routes the same way', () => {
    const isFile = (path: string) => FILES.includes(path.split('/')[1] ?? '');
    const names = ['/ada.lovelace', '/Ada.Lovelace/', '/constructor', '/support', '/sw.js'];
    for (const uri of [...app, ...names]) {
      const { uri: to, origin } = run(script, uri);
      const name = usernameAt(uri, isFile);
      expect({ uri, page: name && `/pages/${name}` }).toEqual({ uri, page: origin && to });
    }
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
