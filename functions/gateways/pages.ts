import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { Readable } from 'node:stream';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { PageFault } from '#shared/rules/links/link-checks.ts';
import { hostOf, webAddress } from '#shared/rules/links/links.ts';
import { SECOND } from '#shared/time.ts';
import { isPublicAddress } from './public-hosts.ts';

/*
 * Reads pages of the open web whose addresses people typed. Such an address could lead into a private network, so only https on
 * the usual port is read, the name is resolved here, all of its addresses must be public, and the connection goes to exactly
 * the one that was checked. Every redirect is checked in the same way, and stays on the site: many sites redirect to any address
 * that stands in theirs, so a page elsewhere says nothing about who runs the site.
 */

export type Pages = {
  /** Reads the HTML of a page, at most its first 500 kB. Never throws: whatever goes wrong is a fault of the page. */
  read(address: string): Promise<{ readonly html: string } | { readonly fault: PageFault }>;
};

/** The response of a site. */
export type SiteAnswer = {
  readonly status: number;
  readonly location?: string | undefined;
  readonly type: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection, if the body is not read to its end. */
  readonly close: () => void;
};

/** How names are resolved and sites are asked. */
export type Network = {
  resolve(host: string): Promise<readonly string[]>;
  /** Asks the site at this IP address for a page. */
  ask(url: URL, address: string, signal: AbortSignal): Promise<SiteAnswer>;
};

/** The time for all redirects together. */
const PAGE_TIME = 5 * SECOND;
const REDIRECTS_MAX = 2;
export const PAGE_BYTES_MAX = 500_000;

/** Makes a reader of pages. `time`: the time for one page, in milliseconds. */
export function pageReader(network: Network, time = PAGE_TIME): Pages {
  return {
    async read(address) {
      const signal = AbortSignal.timeout(time);
      try {
        return await inTime(follow(network, address, signal), signal);
      } catch {
        return { fault: signal.aborted ? 'TOO_SLOW' : 'NO_ANSWER' };
      }
    },
  };
}

/** Settles as the promise, or rejects when the signal aborts: a lookup of a name cannot be aborted. */
function inTime<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

async function follow(network: Network, first: string, signal: AbortSignal) {
  let address = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const url = allowedUrl(address);
    if (!url) return { fault: 'NOT_HTTPS' as const };
    if (hostOf(url.href) !== hostOf(first)) return { fault: 'OTHER_SITE' as const };
    const found = await network.resolve(url.hostname).catch(() => []);
    const [pinned] = found;
    if (pinned === undefined || !found.every(isPublicAddress))
      return { fault: 'NOT_FOUND' as const };
    const answer = await network.ask(url, pinned, signal);
    if (!isRedirect(answer)) return htmlOf(answer);
    answer.close();
    address = URL.canParse(answer.location, url) ? new URL(answer.location, url).href : '';
  }
  return { fault: 'TOO_MANY_REDIRECTS' as const };
}

/** The address, if it is a web address (never an IP address) with https on the usual port. */
function allowedUrl(address: string): URL | undefined {
  if (webAddress(address) === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' && url.port === '' ? url : undefined;
}

const isRedirect = (answer: SiteAnswer): answer is SiteAnswer & { readonly location: string } =>
  [301, 302, 303, 307, 308].includes(answer.status) && answer.location !== undefined;

async function htmlOf(answer: SiteAnswer) {
  const isHtml = /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(answer.type);
  if (answer.status !== 200 || !isHtml) {
    answer.close();
    return { fault: answer.status === 200 ? ('NOT_HTML' as const) : ('NO_ANSWER' as const) };
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= PAGE_BYTES_MAX) break;
  }
  answer.close();
  return { html: Buffer.concat(chunks).subarray(0, PAGE_BYTES_MAX).toString('utf8') };
}

/** What every request says of itself. It has no cookies, and says neither who asked nor from where. */
export const REQUEST_HEADERS = {
  'user-agent': `${PRODUCT_NAME}-LinkCheck/1.0`,
  accept: 'text/html, application/xhtml+xml',
  'accept-encoding': 'identity',
};

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  ask: (url, address, signal) =>
    new Promise((resolve, reject) => {
      const { hostname, pathname, search } = url;
      const request = get(
        {
          host: address,
          port: 443,
          path: `${pathname}${search}`,
          signal,
          // The certificate must be that of the name, not of the address.
          servername: hostname,
          headers: { host: hostname, ...REQUEST_HEADERS },
          agent: false,
        },
        (response) => resolve(answerOf(response)),
      );
      request.on('error', reject);
    }),
};

function answerOf(response: IncomingMessage): SiteAnswer {
  const { statusCode = 0, headers } = response;
  const { location, 'content-type': type = '' } = headers;
  return { status: statusCode, location, type, body: response, close: () => response.destroy() };
}

/**
 * The sites of the local system, where nothing leaves the machine: `LOCAL_SITES` is the address below which each has its pages. The
 * deployed stack never sets it.
 */
const localSites = (base: string): Network => ({
  // Any public address.
  resolve: async () => ['8.8.8.8'],
  ask: async ({ hostname, pathname }, _, signal) => {
    const answer = await fetch(`${base}/${hostname}${pathname}`, {
      redirect: 'manual',
      signal,
      headers: REQUEST_HEADERS,
    });
    const text = new Uint8Array(await answer.arrayBuffer());
    return {
      status: answer.status,
      location: answer.headers.get('location') ?? undefined,
      type: answer.headers.get('content-type') ?? '',
      body: Readable.from([text]),
      close: () => undefined,
    };
  },
});

/** Pages of the open web. */
export const pages: Pages = {
  read: (address) => {
    const base = process.env.LOCAL_SITES;
    return pageReader(base ? localSites(base) : internet).read(address);
  },
};
