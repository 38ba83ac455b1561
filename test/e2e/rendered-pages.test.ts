import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import {
  holdRequests,
  isGone,
  openPhone,
  type Product,
  sendSignIn,
  signIn,
  startProduct,
  untilAppRuns,
  watchStart,
} from '../support/browser.ts';
import { signInOver } from '../support/client.ts';
import { until } from '../support/until.ts';

/* The pages that the server renders: before the app loads, while it loads, and afterwards. */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

const PROFILE = paths.profile('ana.markovic');

/** Holds back the scripts of the app. */
const heldScripts = (page: Page) => holdRequests(page, '**/assets/*.js');

const isWaiting = (page: Page) => page.locator('html[data-waiting]').waitFor({ state: 'attached' });

describe('without JavaScript', () => {
  test.each([
    ['the landing page', paths.home(), 'Ask someone who knows'],
    ['the sign-in', paths.login(), 'Sign in'],
    ['a policy', paths.publicUsagePolicy(), 'Usage Policy'],
    ['the figures of the platform', paths.reliability(), 'Reliability'],
    ['a profile', PROFILE, 'Ana Marković'],
    ['an unknown profile', '/nobody.here', 'User Not Found'],
    ['an unknown letter', paths.checkLetter('01J0000000000000000000000A'), 'Answer not found'],
    ['an unknown address', '/no/such/page', 'Page not found'],
  ])('%s can be read', async (_, path, heading) => {
    const context = await browser.newContext({ baseURL: local.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await context.close();
  });

  test('the contact button of a profile is a link to the sign-in', async () => {
    const context = await browser.newContext({ baseURL: local.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(PROFILE);
    await page.getByRole('link', { name: /^Contact for/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});

describe('before the first interaction', () => {
  test.each([paths.home(), PROFILE, paths.login(), paths.reliability()])(
    '%s loads no script and reports no error',
    async (path) => {
      const { page, complaints } = await openPhone(browser, local.url);
      const scripts = await heldScripts(page);
      await page.goto(path);
      // A page that has nothing to paint may never have an idle moment.
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
      );
      expect([scripts.requested(), complaints]).toEqual([0, []]);
    },
  );

  test('the profile counts one view of its visitor', async () => {
    const { page } = await openPhone(browser, local.url);
    const counted = page.waitForRequest('**/api/viewUserProfile?username=ana.markovic');
    await page.goto(PROFILE);
    expect((await (await counted).response())?.status()).toBe(200);
  });

  test('a referral is stored for the registration', async () => {
    const ana = await signedIn('ana.markovic');
    await ana.goto(paths.invite());
    const link = await ana.getByText(/\/referral\/\w{8}$/).textContent();
    const code = link?.slice(-8) ?? '';
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.referral(code));
    await page.getByRole('link', { name: 'Register', exact: true }).click();
    await page.getByText(/Ana Marković/).waitFor();
  });
});

describe('while the app loads', () => {
  test('the sign-in keeps what is typed and is submitted once', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    const scripts = await heldScripts(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/authenticate')) sent.push(request.postData() ?? '');
    });
    await page.goto(paths.login());
    await sendSignIn(page, 'ben.okafor');
    await isWaiting(page);
    scripts.release();
    await page.waitForURL(`**${paths.dashboard()}`);
    expect([sent.length, complaints]).toEqual([1, []]);
  });

  test('the sign-in of a visitor who wants to write says to whom, with nothing to press, until the app shows the person', async () => {
    const { page } = await openPhone(browser, local.url);
    const scripts = await heldScripts(page);
    await page.goto(paths.signInToWrite('ana.markovic'));
    await page.locator('html[data-names]').waitFor({ state: 'attached' });
    const main = page.locator('#app main');
    // What is shown after some seconds does not depend on how fast this machine is.
    const at = (milliseconds: number) =>
      main.evaluate((element, time) => {
        for (const animation of element.getAnimations({ subtree: true })) {
          animation.pause();
          animation.currentTime = time;
        }
        const { content, visibility } = getComputedStyle(element, '::before');
        return visibility === 'visible' ? content : '';
      }, milliseconds);
    const newcomer = page.getByRole('link', { name: 'Register Now' });
    expect(await at(0)).toBe('"Write to @ana.markovic"');
    await isGone(newcomer);
    expect(await at(13_000)).toBe('');
    expect(await newcomer.count()).toBe(1);
    scripts.release();
    await page.getByRole('heading', { level: 1, name: 'Write to Ana' }).waitFor();
  });

  test('the sign-in of a visitor who wants to write says to whom also after the app took over, until the code of its layout is there', async () => {
    const { page } = await openPhone(browser, local.url);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const isLayout = (await response.text()).includes('The letter that you began is kept');
      if (isLayout) await released;
      await route.fulfill({ response });
    });
    await page.addInitScript(() => {
      document.addEventListener('hydrating', () => {
        document.querySelector('#app main')?.setAttribute('data-rendered', '');
      });
    });
    await page.goto(paths.signInToWrite('ana.markovic'));
    const main = page.locator('#app main:not([data-rendered])');
    await untilAppRuns(page);
    const { content, visibility } = await main.evaluate((element) => {
      const { content, visibility } = getComputedStyle(element, '::before');
      return { content, visibility };
    });
    expect([content, visibility]).toEqual(['"Write to @ana.markovic"', 'visible']);
    release();
    await page.getByRole('heading', { level: 1, name: 'Write to Ana' }).waitFor();
  });

  test('a press is repeated when the app can react', async () => {
    const { page } = await openPhone(browser, local.url);
    const scripts = await heldScripts(page);
    await page.goto(PROFILE);
    await page.getByRole('tab', { name: 'Social' }).click();
    await isWaiting(page);
    scripts.release();
    await page.getByRole('tab', { name: 'Social', selected: true }).waitFor();
  });

  test('nothing moves when it takes over', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto(PROFILE);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as never as Shift).value);
      }).observe({ type: 'layout-shift', buffered: true });
      type Shift = { readonly value: number };
    });
    await page.keyboard.press('Tab');
    await untilAppRuns(page);
    await page.getByRole('tab', { name: 'About', selected: true }).waitFor();
    const shifts = await page.evaluate(() => (window as never as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    expect(complaints).toEqual([]);
  });

  test('it takes over where the day is another one than for the server', async () => {
    // At any time, one of them has another day than UTC.
    for (const timezoneId of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const context = await browser.newContext({ baseURL: local.url, timezoneId });
      await watchStart(context);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto(paths.home());
      await page.keyboard.press('Tab');
      await untilAppRuns(page);
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test('it takes over a page about an unknown profile that was rendered minutes ago', async () => {
    const { page } = await openPhone(browser, local.url);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.clock.setSystemTime(Date.now() + 5 * 60_000);
    await page.goto('/nobody.here');
    await page.keyboard.press('Tab');
    await untilAppRuns(page);
    expect(faults).toEqual([]);
  });

  test('a page that is scrolled stays where it is when it takes over', async () => {
    for (const path of [paths.home(), PROFILE, paths.publicUsagePolicy(), await letterPath()]) {
      const { page } = await openPhone(browser, local.url);
      await page.goto(path);
      await page.evaluate(() => scrollTo(0, 100));
      await page.keyboard.press('Shift');
      await untilAppRuns(page);
      expect([path, await page.evaluate(() => scrollY)]).toEqual([path, 100]);
      await page.context().close();
    }
  });

  test('a pasted text is compared, also if the app has to render the page anew', async () => {
    const path = await letterPath();
    for (const isChanged of [false, true]) {
      const { page } = await openPhone(browser, local.url);
      const scripts = await heldScripts(page);
      await page.goto(path);
      await page.getByRole('textbox', { name: 'Text of the answer' }).fill('Another text');
      await page.getByRole('button', { name: 'Compare' }).click();
      await isWaiting(page);
      if (isChanged) await page.getByRole('heading', { level: 1 }).evaluate(spoil);
      scripts.release();
      await page.getByText('The text doesn’t match', { exact: true }).waitFor();
      await page.context().close();
    }
  });

  test('what is typed while it renders the page anew is kept, with the focus', async () => {
    const { page } = await openPhone(browser, local.url);
    const scripts = await heldScripts(page);
    await page.goto(paths.login());
    await page.getByLabel('Username').fill('ben.ok');
    await page.getByRole('heading', { level: 1 }).evaluate(spoil);
    await page.evaluate(() =>
      document.addEventListener('hydrating', () =>
        document.execCommand('insertText', false, 'afor'),
      ),
    );
    scripts.release();
    await untilAppRuns(page);
    await page.keyboard.type('9');
    expect(await page.getByLabel('Username').inputValue()).toBe('ben.okafor9');
  });

  test('a request for its code that fails once costs no press', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.route('**/assets/*.js', (route) => route.abort(), { times: 1 });
    await page.goto(await letterPath());
    await page.getByRole('textbox', { name: 'Text of the answer' }).fill('Another text');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The text doesn’t match', { exact: true }).waitFor();
  });

  test('links work if it cannot be loaded, a press says so, and the next one tries again', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.clock.install();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(PROFILE);
    await page.getByRole('tab', { name: 'Social' }).click();
    const words = page.getByRole('alert').getByText('Please check your connection');
    // It requests the code twice more, seconds apart.
    await until(async () => {
      await page.clock.runFor(5_000);
      return (await words.count()) > 0;
    });
    await page.locator('html:not([data-waiting])').waitFor({ state: 'attached' });
    await page.unroute('**/assets/*.js');
    await page.getByRole('tab', { name: 'Social' }).click();
    await page.getByRole('tab', { name: 'Social', selected: true }).waitFor();
    await isGone(words);
  });
});

describe('a person who is signed in', () => {
  test('is led to the message form by a press on the contact button before the app has loaded', async () => {
    const page = await signedIn('ben.okafor');
    const scripts = await heldScripts(page);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
    await page.goto(PROFILE);
    await page.getByRole('link', { name: /^Contact for/ }).click();
    await isWaiting(page);
    scripts.release();
    await page.waitForURL(`**${paths.createInbox('*')}`);
    expect(addresses).not.toContain(paths.login());
  });

  test('sees a profile with what they can do there', async () => {
    const page = await signedIn('ana.markovic');
    await page.goto(PROFILE);
    await page.getByText('This is how others see you.').waitFor();
  });

  test('is redirected from the sign-in', async () => {
    const page = await signedIn('ben.okafor');
    await page.goto(paths.login());
    await page.waitForURL(`**${paths.dashboard()}`);
    // The document is still that of the sign-in, whose presses were held back until the app ran.
    const reached = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.body.addEventListener('click', () => resolve(true), { once: true });
        }),
    );
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.type = 'button';
      document.body.append(button);
      button.click();
    });
    await reached;
  });

  test('whose session has ended can sign in at the sign-in', async () => {
    const page = await signedIn('ben.okafor');
    await page.context().clearCookies();
    const refused = page.waitForResponse((response) => response.url().endsWith('/refreshToken'));
    await page.goto(paths.login());
    await refused;
    await page.waitForFunction(() => localStorage.getItem('session') === null);
    await sendSignIn(page, 'ben.okafor');
    await page.waitForURL(`**${paths.dashboard()}`);
  });
});

/** The path of the page that checks an answer which Ana sent. */
async function letterPath(): Promise<string> {
  const ana = await signInOver(local.url, 'ana.markovic', DEMO_PASSWORD);
  const [letter] = (await ana.inbox({ filter: 'OPEN' })).data;
  if (!letter) throw new Error('Ana has no open conversation');
  const { data: messages } = await ana.readsInbox(letter);
  const verificationId = messages.find(({ written }) => written)?.written?.verificationId;
  return paths.checkLetter(verificationId ?? '');
}

/** Changes a text in a way that React cannot hydrate: it renders the page anew. Runs in the page. */
const spoil = (heading: Element) => heading.replaceChildren('Another heading');

async function signedIn(username: string): Promise<Page> {
  const { page } = await openPhone(browser, local.url);
  await signIn(page, username);
  return page;
}
