import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

/* The script that other sites include. docs/product/links.md#button-and-card */

const CODE = readFileSync(join(import.meta.dirname, '../../../web/public/embed.js'), 'utf8');
const ADDRESS = 'https://replypaid.example/embed.js';
const FACTS = {
  author_name: 'Ana <img src=x onerror=alert(1)>',
  description: 'An answer for $20.00 within 10 days, or your money back.',
};

/** A response whose body has arrived, so the script waits for promises only. */
const response = (body: object, ok = true) => ({ ok, json: async () => body }) as Response;

let answer: () => Promise<Response>;
const asked: { address: string; init: RequestInit | undefined }[] = [];

beforeEach(() => {
  asked.length = 0;
  answer = async () => response(FACTS);
  jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    asked.push({ address: String(address), init });
    return answer();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

/** Runs the script as a browser does for a script element with these attributes, until it waits for nothing. */
async function run(attributes: Record<string, string>): Promise<ShadowRoot | undefined> {
  const script = document.createElement('script');
  Object.assign(script.dataset, attributes);
  // Not in the document, where jsdom would request it.
  script.setAttribute('type', 'text/plain');
  script.setAttribute('src', ADDRESS);
  document.body.append(script);
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  new Function(CODE)();
  Object.defineProperty(document, 'currentScript', { value: null, configurable: true });
  // A timer runs after all promises.
  await new Promise((done) => setTimeout(done));
  return script.nextElementSibling?.shadowRoot ?? undefined;
}

const linkIn = (root: ShadowRoot | undefined) => root?.querySelector('a');

describe('the script for other sites', () => {
  test('has at most 5 kB, and uses neither cookies nor storage nor HTML', () => {
    expect(Buffer.byteLength(CODE)).toBeLessThanOrEqual(5_000);
    expect(CODE).not.toMatch(
      /cookie|localStorage|sessionStorage|indexedDB|innerHTML|insertAdjacent/,
    );
  });

  test('draws a button with the name and the price, which leads to the profile', async () => {
    const link = linkIn(await run({ username: 'ana.markovic', kind: 'button' }));
    expect(link?.href).toBe('https://replypaid.example/ana.markovic?via=embed');
    expect(link?.textContent).toBe(`Ask ${FACTS.author_name} · $20`);
  });

  test('draws a card with the whole offer', async () => {
    const link = linkIn(await run({ username: 'ana.markovic', kind: 'card' }));
    expect(link?.className).toBe('card');
    expect(link?.textContent).toBe(`Ask ${FACTS.author_name} ${FACTS.description}`);
  });

  test('says from which price a person with tiers answers', async () => {
    answer = async () => response({ ...FACTS, description: 'Answers from $1,250.50 within' });
    const link = linkIn(await run({ username: 'ana.markovic' }));
    expect(link?.textContent).toMatch(/ · from \$1,250\.50$/);
  });

  test('shows what the server says as text, never as elements', async () => {
    const root = await run({ username: 'ana.markovic', kind: 'card' });
    expect(root?.querySelector('img')).toBeNull();
    expect(root?.textContent).toContain('<img src=x');
  });

  test('asks only the site that it comes from, without cookies', async () => {
    await run({ username: 'Ana.Markovic' });
    expect(asked).toEqual([
      {
        address:
          'https://replypaid.example/oembed?format=json&url=https%3A%2F%2Freplypaid.example%2Fana.markovic',
        init: { credentials: 'omit' },
      },
    ]);
  });

  test.each([
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is refused', async () => response({ error: 'no' }, false)],
    ['is of another form', async () => response({ author_name: 7 })],
  ])('is a plain link if the request %s', async (_, fault) => {
    answer = fault;
    const link = linkIn(await run({ username: 'ana.markovic', kind: 'card' }));
    expect(link?.href).toBe('https://replypaid.example/ana.markovic?via=embed');
    expect(link?.textContent).toBe('Ask @ana.markovic on ReplyPaid');
  });

  test('draws nothing for an invalid username', async () => {
    for (const username of ['', '../evil', 'a b', '<b>'])
      expect(await run({ username })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('has a target of at least 44 pixels, a focus ring, and colors for dark screens', async () => {
    const css = async (attributes: Record<string, string>) => {
      jest.spyOn(globalThis, 'CSSStyleSheet').mockImplementation(() => {
        throw new TypeError('not supported');
      });
      return (await run(attributes))?.querySelector('style')?.textContent;
    };
    const usual = await css({ username: 'ana' });
    expect(usual).toContain('min-height:44px');
    expect(usual).toMatch(/a:focus-visible\{outline:3px/);
    expect(usual).toContain('prefers-color-scheme:dark');
    for (const theme of ['light', 'dark'])
      expect(await css({ username: 'ana', theme })).not.toContain('prefers-color-scheme');
  });
});
