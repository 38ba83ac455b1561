import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { REFRESH_GRACE } from '#functions/storage/auth/sessions.ts';
import { SECOND } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  openPhone,
  type Product,
  signInWithForm,
  startProduct,
} from '../support/browser.ts';

/* The defenses that remain after an attacker has injected markup or a script into the page. */

let product: Product;

beforeAll(async () => {
  product = await startProduct({ seed: true });
});

afterAll(() => product?.stop());

async function openAs(username: string, options: Parameters<typeof openPhone>[2] = {}) {
  const phone = await openPhone(product.browser, product.local.url, options);
  await signInWithForm(phone.page, username);
  return phone;
}

describe('Trusted Types', () => {
  test('allow no string as HTML or as a script URL', async () => {
    const { page, context } = await openAs('ben.okafor');
    const outcomes = await page.evaluate(() => {
      const nameOf = (attempt: () => unknown): string => {
        try {
          attempt();
          return 'done';
        } catch (fault) {
          return (fault as Error).name;
        }
      };
      const script = document.createElement('script');
      const factory = (
        window as unknown as {
          trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
        }
      ).trustedTypes;
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => {
          document.body.innerHTML = '<b>x';
        },
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x'),
        'a document of a string': () => new DOMParser().parseFromString('<b>x', 'text/html'),
        srcdoc: () => {
          document.createElement('iframe').srcdoc = '<b>x';
        },
        'script of another site': () => {
          script.src = 'https://elsewhere.example/x.js';
        },
        'uploaded file as a script': () => {
          script.src = '/media/avatars/x.jpg';
        },
        'script text': () => {
          script.text = 'alert(1)';
        },
        'another policy': () =>
          factory.createPolicy('another', { createHTML: (text: string) => text }),
        "the card provider's script": () => {
          script.src = 'https://js.stripe.com/v3/';
        },
      };
      return Object.fromEntries(
        Object.entries(attempts).map(([name, attempt]) => [name, nameOf(attempt)]),
      );
    });
    const { "the card provider's script": provider, ...others } = outcomes;
    expect(provider).toBe('done');
    expect(new Set(Object.values(others))).toEqual(new Set(['TypeError']));
    await context.close();
  });

  test('allow pasting HTML into the editor, reduced to the allowed formats', async () => {
    const { page, context, complaints } = await openAs('ben.okafor');
    await page.goto(paths.editProfile());
    const bio = page.getByRole('textbox', { name: 'Bio' });
    await paste(
      bio,
      '<p>Two <b>words</b><img src=x onerror=alert(1)></p><script>alert(1)</script>',
    );
    await bio.getByText('Two words').waitFor();
    expect(await bio.locator('strong').last().textContent()).toBe('words');
    await isGone(bio.locator('[onerror], script'));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('are not violated by the main screens', async () => {
    const { page, context, complaints } = await openAs('ana.markovic', { serviceWorkers: 'allow' });
    for (const path of [
      paths.inbox(),
      paths.orders(),
      paths.userSearch(),
      paths.myProfile(),
      paths.editProfile(),
      paths.settings(),
      paths.contacts(),
      paths.profile('ben.okafor'),
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the session', () => {
  /** The cookies that the session can be refreshed with. The one that names the device stays when the session ends. */
  const cookiesOf = async (context: BrowserContext) => {
    const all = await context.cookies(`${product.local.url}/refreshToken`);
    return all.filter(({ name }) => name !== 'device');
  };
  const showsDashboard = (page: Page) => page.getByText('Account Balance').first().waitFor();

  test('stores no credential that scripts can read', async () => {
    const { page, context } = await openPhone(product.browser, product.local.url);
    const tokens: string[] = [];
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (authorization) tokens.push(authorization.replace('Bearer ', ''));
    });
    const answered = page.waitForResponse('**/authenticate');
    await signInWithForm(page, 'ben.okafor');
    await showsDashboard(page);
    expect(await (await answered).json()).not.toHaveProperty('refresh_token');
    const cookies = await cookiesOf(context);
    expect(cookies).toMatchObject([
      { name: 'refresh', httpOnly: true, sameSite: 'Strict', path: '/refreshToken' },
    ]);
    const readable = await page.evaluate(readEverything);
    expect(readable).toContain('Ben Okafor');
    expect(tokens.length).toBeGreaterThan(0);
    for (const secret of [...tokens, ...cookies.map(({ value }) => value)])
      expect(readable).not.toContain(secret);
    // What scripts can read opens no session.
    const device = await page.evaluate(() => document.cookie);
    expect(device).toMatch(/^device=[\w.-]+$/);
    await context.clearCookies({ name: 'refresh' });
    await page.reload();
    await page.waitForURL(`**${paths.login()}`);
    expect(await page.evaluate(() => document.cookie)).toBe(device);
    await context.close();
  });

  test('survives a reload, and two tabs that are opened at the same time', async () => {
    const { page, context, complaints } = await openAs('ben.okafor');
    await showsDashboard(page);
    const [before] = await cookiesOf(context);
    await product.local.advance(REFRESH_GRACE / SECOND);
    await page.reload();
    await showsDashboard(page);
    const [after] = await cookiesOf(context);
    expect(after?.value).not.toBe(before?.value);
    const second = await context.newPage();
    await second.goto(paths.dashboard());
    for (let times = 0; times < 3; times += 1) {
      await Promise.all([page.reload(), second.reload()]);
      await Promise.all([showsDashboard(page), showsDashboard(second)]);
    }
    // Pages that are closed before the response arrives.
    for (let times = 0; times < 3; times += 1) {
      const closed = await context.newPage();
      await closed.goto(paths.dashboard(), { waitUntil: 'commit' });
      await closed.close();
    }
    await page.reload();
    await showsDashboard(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('ends in every tab after a sign-out, which deletes the cookie', async () => {
    const { page, context } = await openAs('ben.okafor');
    const second = await context.newPage();
    await second.goto(paths.dashboard());
    await showsDashboard(second);
    await page.goto(paths.logout());
    await page.waitForURL(`**${paths.login()}`);
    await second.waitForURL(`**${paths.login()}`);
    await second.getByText('You’re signed out. Sign in to continue.').waitFor();
    expect(await cookiesOf(context)).toEqual([]);
    await context.close();
  });

  test('ends on the next visit after an offline sign-out', async () => {
    const { page, context } = await openAs('ben.okafor');
    await showsDashboard(page);
    let isOffline = true;
    await page.route('**/api/signOut', (route) => (isOffline ? route.abort() : route.continue()));
    await page.goto(paths.logout());
    await page.waitForURL(`**${paths.login()}`);
    expect(await cookiesOf(context)).toHaveLength(1);
    isOffline = false;
    const ended = page.waitForResponse('**/api/signOut');
    await page.reload();
    expect((await ended).status()).toBe(200);
    expect(await cookiesOf(context)).toEqual([]);
    await context.close();
  });

  // Browsers send a cookie to every port of localhost, because ports do not separate sites, but not to another host
  // name.
  test.each(['localhost', '127.0.0.1'])(
    'is not exposed to a page on another port of %s',
    async (host) => {
      const { page, context } = await openAs('ben.okafor');
      await showsDashboard(page);
      const before = await cookiesOf(context);
      const target = `${product.local.url}/refreshToken`;
      const server = createServer((_request, response) => {
        response
          .setHeader('content-type', 'text/html')
          .end(`<form method="post" action="${target}"><button>Win a prize</button></form>`);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const trap = await context.newPage();
      await trap.goto(`http://${host}:${(server.address() as AddressInfo).port}`);
      const read = await trap.evaluate(async (address) => {
        const ask = (init: RequestInit) =>
          fetch(address, { method: 'POST', credentials: 'include', ...init }).then(
            (answer) => answer.text(),
            () => 'nothing',
          );
        return [await ask({}), await ask({ headers: { 'x-session': 'cookie' } })];
      }, target);
      expect(read).toEqual(['nothing', 'nothing']);
      const answered = trap.waitForResponse(target);
      await trap.getByRole('button').click();
      expect((await answered).status()).toBe(401);
      expect(await cookiesOf(context)).toEqual(before);
      await page.reload();
      await showsDashboard(page);
      await context.close();
      server.close();
      server.closeAllConnections();
    },
  );
});

/** Returns everything that a script can read from the browser's storage. Evaluated in the page. */
async function readEverything(): Promise<string> {
  const databases = await indexedDB.databases();
  const kept = await Promise.all(
    (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url),
    ),
  );
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    databases,
    kept,
    document.documentElement.outerHTML,
  ]);
}

/** Pastes HTML into an editor, as if copied from another program. */
async function paste(editor: ReturnType<Page['getByRole']>, html: string): Promise<void> {
  await editor.click();
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, html);
}
