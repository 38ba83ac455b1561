import { afterEach, describe, expect, test } from '@jest/globals';
import type { Exchange } from '#lib/local/front/exchange.ts';
import { type Front, OWN_CALL, startFront } from '#lib/local/front/front.ts';
import { SITES_PATH } from '#lib/local/sites.ts';
import type { ShownStep } from '#lib/local/start-steps.ts';
import { StartSteps } from '#lib/local/start-steps.ts';

const STEPS: readonly ShownStep[] = [
  { name: 'Database', state: 'done', seconds: 1.3 },
  { name: 'Web app', state: 'running', seconds: 6 },
  { name: '16 people and their letters', state: 'waiting' },
];
const SITE = '<a rel="me" href="/ana.markovic">Me</a>';
const BROWSER = { accept: 'text/html,application/xhtml+xml' };
let front: Front;

afterEach(() => front.close());

/** A front whose parts are open, and ready only if `isReady`; its function answers every call. */
async function openFront(
  isReady: boolean,
): Promise<(path: string, headers?: object) => Promise<Response>> {
  front = await startFront(0, '127.0.0.1', () => STEPS);
  const invoke = async () => ({ statusCode: 200, body: '{}' });
  const control = async ({ response }: Exchange) => void response.end(SITE);
  front.open({ now: Date.now, lambdas: { invoke }, control, isReady: () => isReady } as never);
  return (path, headers = {}) => fetch(`${front.url}${path}`, { headers: { ...headers } });
}

describe('before the product is ready', () => {
  test.each(['/', '/ana.markovic', '/_local', '/_local/desk'])(
    'a browser at %s gets a page that names the steps and does not open the product',
    async (path) => {
      const ask = await openFront(false);
      const answer = await ask(path, BROWSER);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
      const page = await answer.text();
      expect(page).toContain('getting ready');
      expect(page).toMatch(/<li class="running">.*?Web app.*?6\.0 s so far/);
    },
  );

  test('an API call, a file of the app and a call with a wrong key get JSON with 503', async () => {
    const ask = await openFront(false);
    for (const answer of [
      await ask('/api/checkUser'),
      await ask('/assets/index.js'),
      await ask('/api/checkUser', { [OWN_CALL]: 'wrong' }),
    ]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ status: 'UNAVAILABLE' });
    }
  });

  test('the start itself can call operations', async () => {
    const ask = await openFront(false);
    expect((await ask('/api/checkUser', { [OWN_CALL]: front.ownKey })).status).toBe(200);
  });

  test('a function that checks a link reads the page of its site, as a browser would', async () => {
    const ask = await openFront(false);
    const answer = await ask(`${SITES_PATH}/markovic-law.example/guides`, BROWSER);
    expect([answer.status, await answer.text()]).toEqual([200, SITE]);
  });

  test('the files of the page that waits are served, and it follows the steps', async () => {
    front = await startFront(0, '127.0.0.1', () => STEPS);
    for (const name of ['waiting.js', 'waiting.css', 'tokens.css', 'newsreader.woff2'])
      expect((await fetch(`${front.url}/_local/${name}`)).status).toBe(200);
    const followed = await fetch(`${front.url}/_local/start-steps`);
    expect(await followed.json()).toEqual({ ready: false, steps: STEPS });
  });
});

test('a page that waits learns that the product is ready', async () => {
  const ask = await openFront(true);
  expect(await (await ask('/_local/start-steps')).json()).toMatchObject({ ready: true });
});

test('a step of the start is told once it is done, and one that fails is not', async () => {
  front = await startFront(0, '127.0.0.1');
  const told: string[] = [];
  const steps = new StartSteps(['Database', 'Functions'], ({ name }) => told.push(name));
  await steps.run('Database', async () => undefined);
  await expect(steps.run('Functions', () => Promise.reject(new Error('no')))).rejects.toThrow();
  expect(told).toEqual(['Database']);
  expect(steps.states().map(({ state }) => state)).toEqual(['done', 'running']);
});
