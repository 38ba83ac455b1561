import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { markViewer, stripMediaPrefix, toAppOrFile } from '../../lib/cloud/edge.ts';

type Request = { uri: string; headers: Record<string, { value: string }> };

/** Runs one of CloudFront's small scripts as it would, on a request to `uri`. */
function run(script: string, uri: string, headers: Request['headers'] = {}): Request {
  const event = { viewer: { ip: '2001:db8::7' }, request: { uri, headers } };
  return runInNewContext(`${script}; handler(event)`, { event });
}

describe('a path without a file reaches the app', () => {
  const script = toAppOrFile(['assets', 'index.html', 'sw.js']);

  test.each(['/', '/home', '/ada.lovelace', '/inbox/01J', '/constructor', '/assets.old'])(
    '%s is the app',
    (uri) => {
      expect(run(script, uri).uri).toBe('/index.html');
    },
  );

  test.each(['/sw.js', '/index.html', '/assets/app-1a2b.js'])('%s is a file', (uri) => {
    expect(run(script, uri).uri).toBe(uri);
  });
});

test('the API hears who asks, whatever the asker says', () => {
  const pretending = { 'x-viewer-address': { value: '192.0.2.1' } };
  const { headers } = run(markViewer, '/api/checkUser', pretending);
  expect(headers['x-viewer-address']).toEqual({ value: '2001:db8::7' });
});

test('a picture is found by its key', () => {
  expect(run(stripMediaPrefix, '/media/avatars/a/media/b.webp').uri).toBe(
    '/avatars/a/media/b.webp',
  );
});
