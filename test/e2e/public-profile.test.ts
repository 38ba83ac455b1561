import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, type Product, sendSignIn, signIn, startProduct } from '../support/browser.ts';
import { Person } from '../support/client.ts';

/* A profile as the world sees it, and how it is passed on: through the whole product, by programs and by people. */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
}, 180_000);

afterAll(() => product?.stop());

const ask = (path: string, init?: RequestInit) =>
  fetch(`${local.url}${path}`, { redirect: 'manual', ...init });
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`).exec(html)?.[1];

async function signedIn(username: string) {
  const phone = await openPhone(browser, local.url);
  await signIn(phone.page, username);
  return phone;
}

describe('what leaves the server for an address', () => {
  test('somebody’s: their name and portrait, with the headers of every page', async () => {
    const answer = await ask('/ana.markovic');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(html).toContain('<title>Ana Marković (@ana.markovic) · ReplyPaid</title>');
    expect(contentOf(html, 'og:url')).toBe(`${local.url}/ana.markovic`);
    const portrait = await fetch(contentOf(html, 'og:image') ?? '');
    expect([portrait.status, portrait.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  });

  test('the same without its body, for whoever asks for the head alone', async () => {
    const answer = await ask('/ana.markovic', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect((await ask('/nobody.here', { method: 'HEAD' })).status).toBe(404);
  });

  test('nobody’s: not found, and not for search engines', async () => {
    const answer = await ask('/nobody.here');
    expect(answer.status).toBe(404);
    expect(contentOf(await answer.text(), 'robots')).toBe('noindex');
  });

  test('a screen’s and a file’s: as they are, with a picture for links that have none', async () => {
    const html = await (await ask(paths.login())).text();
    const picture = await ask(contentOf(html, 'og:image') ?? '');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect((await ask('/theme.js')).headers.get('content-type')).toContain('javascript');
    expect(await (await ask('/robots.txt')).text()).toMatch(/^User-agent/);
  });
});

describe('somebody opens a link to a profile', () => {
  test('the app takes over the page, and no policy objects to it', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('heading', { name: 'Ana Marković' }).waitFor();
    await page.getByText('Founding member').waitFor();
    await page.getByRole('tab', { name: 'Social' }).click();
    expect(await page.title()).toBe('Ana Marković (@ana.markovic) · ReplyPaid');
    const linked = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(linked ?? '')).toMatchObject({ mainEntity: { name: 'Ana Marković' } });
    expect(complaints).toEqual([]);
  });

  test('of nobody: they are told so, with a way on', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto('/nobody.here');
    await page.getByText("The account you are looking for wasn't found.").waitFor();
    await page.getByRole('link', { name: 'Return to Login' }).click();
    await page.waitForURL(`**${paths.login()}`);
    expect(complaints).toEqual([]);
  });

  test('and asks: they sign in first, come back, and write', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('button', { name: /^Contact for \$\d+\.\d\d$/ }).click();
    await page.waitForURL(`**${paths.login()}`);
    await sendSignIn(page, 'ben.okafor');
    await page.waitForURL(`**${paths.profile('ana.markovic')}`);
    await page.getByRole('button', { name: /^Contact for/ }).click();
    await page.waitForURL(`**${paths.createInbox('')}*`);
  });

  test('of the product: asking it leads to the help ticket', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.profile('support'));
    const contact = page.getByRole('button', { name: 'Contact support' });
    const link = page.getByRole('link', { name: 'Contact support' });
    expect(await contact.or(link).getAttribute('href')).toBe(paths.helpTicket());
  });

  test('of their own: they can change it', async () => {
    const { page } = await signedIn('ana.markovic');
    await page.goto(paths.profile('ana.markovic'));
    await page.getByText('This is how others see you.').waitFor();
    expect(await page.getByText('Contact for').count()).toBe(0);
  });
});

describe('passing a profile on', () => {
  test('its owner copies the link and saves the code as a picture', async () => {
    const { page, context, complaints } = await signedIn('ana.markovic');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(paths.myProfile());
    await page.getByRole('img', { name: /^QR code of .*\/ana\.markovic$/ }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${local.url}/ana.markovic`,
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save QR code' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('replypaid-ana.markovic.png');
    const picture = readFileSync(await saved.path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(1_000);
    expect(complaints).toEqual([]);
  });

  test('a visitor copies it from the profile', async () => {
    const { page, context } = await openPhone(browser, local.url);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('button', { name: 'Share the profile of Ana Marković' }).click();
    await page.getByText('Link copied').first().waitFor();
  });
});

describe('an invitation', () => {
  let address: string;
  let code: string;

  test('is on a page of its own, with what it earns', async () => {
    const { page } = await signedIn('ben.okafor');
    await page.goto(paths.invite());
    await page.getByText('$1.00').first().waitFor();
    const person = new Person(local.url);
    await person.signIn('ben.okafor', DEMO_PASSWORD);
    code = (await person.get('checkUser')).body.data[0].referralCode;
    address = paths.referral(code);
    await page.getByText(code, { exact: true }).waitFor();
    await page.getByRole('img', { name: new RegExp(`${address}$`) }).waitFor();
  });

  test('says who invites, and the registration carries it', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto(address);
    await page.getByRole('heading', { name: 'Ben Okafor invites you to ReplyPaid' }).waitFor();
    await page
      .getByRole('button', { name: 'Register' })
      .or(page.getByRole('link', { name: 'Register' }))
      .click();
    await page.getByText('Invited by Ben Okafor').waitFor();
    // As somebody who comes back another day does.
    await page.goto(paths.register());
    await page.getByText('Invited by Ben Okafor').waitFor();
    await page.getByLabel('Full name', { exact: true }).fill('Nora Lindqvist');
    await page.getByLabel('Phone number').pressSequentially('5555550178');
    await page.getByLabel('Username').fill('nora.lindqvist');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    const sending = page.waitForRequest('**/api/createUser');
    await page.getByRole('button', { name: 'Register' }).click();
    const sent = new URLSearchParams((await sending).postData() ?? '');
    expect(sent.get('invitedByCode')).toBe(code);
    await page.waitForURL(`**${paths.verify()}`);
    expect(await page.evaluate(() => localStorage.getItem('invitation'))).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('is nothing to accept for a member, and its owner is told it is theirs', async () => {
    const ana = await signedIn('ana.markovic');
    await ana.page.goto(address);
    await ana.page.getByText('You are a member already').waitFor();
    expect(await ana.page.evaluate(() => localStorage.getItem('invitation'))).toBeNull();
    const ben = await signedIn('ben.okafor');
    await ben.page.goto(address);
    await ben.page.getByText('This is your own invitation').waitFor();
  });

  test('of nobody is said to be not found', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.referral('NOBODYS1'));
    await page.waitForURL(`**${paths.referralNotFound()}`);
    await page
      .getByText(
        "The referral you are looking for wasn't found. Please check the URL and try again.",
      )
      .waitFor();
    await page
      .getByRole('button', { name: 'Return to Login' })
      .or(page.getByRole('link', { name: 'Return to Login' }))
      .click();
    await page.waitForURL(`**${paths.login()}`);
  });
});
