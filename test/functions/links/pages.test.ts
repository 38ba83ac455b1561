import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  type Network,
  PAGE_BYTES_MAX,
  pageReader,
  REQUEST_HEADERS,
  type SiteAnswer,
} from '#functions/gateways/pages.ts';
import { isPublicAddress } from '#functions/gateways/public-hosts.ts';

/* Reading pages of the open web, whose addresses people typed. No request leaves this machine. */

const PUBLIC = '93.184.216.34';

const html = (text: string | Uint8Array, more: Partial<SiteAnswer> = {}): SiteAnswer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: Readable.from([Buffer.from(text)]),
  close: () => undefined,
  ...more,
});

const redirect = (location: string, status = 302) => html('', { status, location });

type Sites = Readonly<Record<string, () => SiteAnswer | Promise<SiteAnswer>>>;

/** A network with these pages, by address. `resolve`: what a name resolves to. */
function networkOf(sites: Sites, resolve: (host: string) => readonly string[] = () => [PUBLIC]) {
  const asked: { readonly url: string; readonly address: string }[] = [];
  const network: Network = {
    resolve: async (host) => resolve(host),
    ask: async (url, address) => {
      asked.push({ url: url.href, address });
      const answer = sites[url.href];
      if (!answer) throw new Error(`nobody is at ${url.href}`);
      return answer();
    },
  };
  return { asked, read: pageReader(network, 200).read };
}

const page = { 'https://example.com/': () => html('<p>Hello</p>') };

describe('a page of the open web', () => {
  test('is read from the address that its name resolved to', async () => {
    const { read, asked } = networkOf(page);
    expect(await read('https://example.com')).toEqual({ html: '<p>Hello</p>' });
    expect(asked).toEqual([{ url: 'https://example.com/', address: PUBLIC }]);
  });

  test('is asked for without cookies, and with a fixed user agent', () => {
    expect(REQUEST_HEADERS).toEqual({
      'user-agent': 'ReplyPaid-LinkCheck/1.0',
      accept: 'text/html, application/xhtml+xml',
      'accept-encoding': 'identity',
    });
  });

  test.each([
    ['http', 'http://example.com'],
    ['a port', 'https://example.com:8443/'],
    ['a user name', 'https://user@example.com/'],
    ['an IPv4 address', 'https://93.184.216.34/'],
    ['an IPv4 address as a number', 'https://1572395042/'],
    ['an IPv6 address', 'https://[2606:2800:21f:cb07::1]/'],
    ['a name without a domain', 'https://localhost/'],
    ['another scheme', 'file:///etc/passwd'],
  ])('is not asked for with %s', async (_, address) => {
    const { read, asked } = networkOf(page);
    expect(await read(address)).toEqual({ fault: 'NOT_HTTPS' });
    expect(asked).toEqual([]);
  });

  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine in IPv6', '::1'],
    ['no address', '0.0.0.0'],
    ['no address in IPv6', '::'],
    ['a private network 10', '10.1.2.3'],
    ['a private network 172.16', '172.31.255.255'],
    ['a private network 192.168', '192.168.1.1'],
    ['a private network in IPv6', 'fd00::1'],
    ['the metadata of a machine at AWS', '169.254.169.254'],
    ['the metadata in IPv6', 'fd00:ec2::254'],
    ['a link', 'fe80::1'],
    ['a link with a zone', 'fe80::1%eth0'],
    ['a network of a carrier', '100.64.0.1'],
    ['a benchmark network', '198.18.0.1'],
    ['documentation', '203.0.113.7'],
    ['documentation in IPv6', '2001:db8::1'],
    ['multicast', '224.0.0.1'],
    ['multicast in IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['this machine as IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['this machine through NAT64', '64:ff9b::7f00:1'],
    ['this machine through 6to4', '2002:7f00:1::'],
    ['this machine through Teredo', '2001:0:7f00:1::'],
  ])('is not asked for at %s', async (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
    const { read, asked } = networkOf(page, () => [address]);
    expect(await read('https://example.com')).toEqual({ fault: 'NOT_FOUND' });
    expect(asked).toEqual([]);
  });

  test.each([
    PUBLIC,
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:21f:cb07::1',
    '2a00:1450::1',
  ])('may be at %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('is not asked for if only one of its addresses is private', async () => {
    const { read, asked } = networkOf(page, () => [PUBLIC, '10.0.0.1']);
    expect(await read('https://example.com')).toEqual({ fault: 'NOT_FOUND' });
    expect(asked).toEqual([]);
  });

  test('is not found if its name resolves to nothing', async () => {
    const { read } = networkOf(page, () => []);
    expect(await read('https://example.com')).toEqual({ fault: 'NOT_FOUND' });
    const failing = networkOf(page, () => {
      throw new Error('ENOTFOUND');
    });
    expect(await failing.read('https://example.com')).toEqual({ fault: 'NOT_FOUND' });
  });

  test('is asked for at the checked address, also if its name resolves to another one afterwards', async () => {
    let lookups = 0;
    const { read, asked } = networkOf(page, () => {
      lookups += 1;
      return lookups === 1 ? [PUBLIC] : ['127.0.0.1'];
    });
    await read('https://example.com');
    expect([lookups, asked.map(({ address }) => address)]).toEqual([1, [PUBLIC]]);
  });
});

describe('a redirect', () => {
  test('is followed twice, with relative addresses too', async () => {
    const { read } = networkOf({
      'https://example.com/': () => redirect('/a', 301),
      'https://example.com/a': () => redirect('https://www.example.com/b', 308),
      'https://www.example.com/b': () => html('there'),
    });
    expect(await read('https://example.com')).toEqual({ html: 'there' });
  });

  test('is not followed a third time', async () => {
    const { read, asked } = networkOf({ 'https://example.com/': () => redirect('/') });
    expect(await read('https://example.com')).toEqual({ fault: 'TOO_MANY_REDIRECTS' });
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['http', 'http://example.com/', 'NOT_HTTPS'],
    ['an IP address', 'https://169.254.169.254/latest/meta-data/', 'NOT_HTTPS'],
    ['another port', 'https://example.com:6379/', 'NOT_HTTPS'],
    ['no address', 'https://', 'NOT_HTTPS'],
    ['a private network', 'https://www.example.com/', 'NOT_FOUND'],
    ['another site, which anybody may have', 'https://example.org/', 'OTHER_SITE'],
    ['a part of the site', 'https://people.example.com/', 'OTHER_SITE'],
  ])('to %s is not followed', async (_, location, fault) => {
    const { read, asked } = networkOf(
      { 'https://example.com/': () => redirect(location) },
      (host) => (host.startsWith('www.') ? ['10.0.0.1'] : [PUBLIC]),
    );
    expect(await read('https://example.com')).toEqual({ fault });
    expect(asked).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('that comes too late is given up', async () => {
    const never = networkOf({ 'https://example.com/': () => new Promise<never>(() => undefined) });
    expect(await never.read('https://example.com')).toEqual({ fault: 'TOO_SLOW' });
  });

  test('that is no HTML, or an error, is not read', async () => {
    const read = (more: Partial<SiteAnswer>) =>
      networkOf({ 'https://example.com/': () => html('<a>', more) }).read('https://example.com');
    expect(await read({ type: 'application/json' })).toEqual({ fault: 'NOT_HTML' });
    expect(await read({ type: '' })).toEqual({ fault: 'NOT_HTML' });
    expect(await read({ status: 404 })).toEqual({ fault: 'NO_ANSWER' });
    expect(await read({ status: 500 })).toEqual({ fault: 'NO_ANSWER' });
    expect(await read({ type: 'application/xhtml+xml' })).toEqual({ html: '<a>' });
  });

  test('that breaks off counts as NO_ANSWER', async () => {
    const { read } = networkOf({});
    expect(await read('https://example.com')).toEqual({ fault: 'NO_ANSWER' });
  });

  test('is read up to 500 kB, and then closed', async () => {
    let [chunks, closed] = [0, 0];
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(100_000, 'a');
      }
    }
    const close = () => {
      closed += 1;
    };
    const { read } = networkOf({
      'https://example.com/': () => html('', { body: endless(), close }),
    });
    const found = await read('https://example.com');
    expect('html' in found && found.html.length).toBe(PAGE_BYTES_MAX);
    expect([chunks, closed]).toEqual([5, 1]);
  });
});
