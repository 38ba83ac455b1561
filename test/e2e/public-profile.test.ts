import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  openPhone,
  type Product,
  phoneOf,
  sendSignIn,
  startProduct,
} from '../support/browser.ts';

/* Public profiles, for crawlers and users: the server's response, the page, sharing, and referral links. */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

const ask = (path: string, init?: RequestInit) =>
  fetch(`${local.url}${path}`, { redirect: 'manual', ...init });
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`).exec(html)?.[1];

describe('the server’s response for an address', () => {
  test('of a profile has the user’s name and avatar in its metadata, with the standard headers', async () => {
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

  test('of a profile has no body for a HEAD request', async () => {
    const answer = await ask('/ana.markovic', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect((await ask('/nobody.here', { method: 'HEAD' })).status).toBe(404);
  });

  test('of an unknown profile has the status 404 and is excluded from search engines', async () => {
    const answer = await ask('/nobody.here');
    expect(answer.status).toBe(404);
    expect(contentOf(await answer.text(), 'robots')).toBe('noindex');
  });

  test('of another screen or a file is unchanged, with the default preview picture', async () => {
    const html = await (await ask(paths.register())).text();
    const picture = await ask(contentOf(html, 'og:image') ?? '');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(await (await ask('/robots.txt')).text()).toMatch(/^User-agent/);
  });
});

describe('a visitor who opens a link to a profile', () => {
  test('sees the profile without a violation of the Content-Security-Policy', async () => {
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

  test('with an unknown username sees that it was not found, with a link to other screens', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto('/nobody.here');
    await page.getByText("The account you are looking for wasn't found.").waitFor();
    await page.getByRole('link', { name: 'Return to Login' }).click();
    await page.waitForURL(`**${paths.login()}`);
    expect(complaints).toEqual([]);
  });

  test('can press the contact button, sign in, return and write a message', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('link', { name: /^Contact for \$\d+\.\d\d$/ }).click();
    await page.waitForURL(`**${paths.login()}`);
    await sendSignIn(page, 'ben.okafor');
    await page.waitForURL(`**${paths.profile('ana.markovic')}`);
    await page.getByRole('link', { name: /^Contact for/ }).click();
    await page.waitForURL(`**${paths.createInbox('')}*`);
  });

  test('of the support account sees a link to the help ticket', async () => {
    const { page } = await openPhone(browser, local.url);
    await page.goto(paths.profile('support'));
    const contact = page.getByRole('button', { name: 'Contact support' });
    const link = page.getByRole('link', { name: 'Contact support' });
    expect(await contact.or(link).getAttribute('href')).toBe(paths.helpTicket());
  });

  test('and owns it sees a preview without the contact button', async () => {
    const { page } = await phoneOf(product, 'ana.markovic');
    await page.goto(paths.profile('ana.markovic'));
    await page.getByText('This is how others see you.').waitFor();
    await isGone(page.getByText('Contact for'));
  });
});

describe('sharing a profile', () => {
  test('lets its owner copy the link and save the QR code', async () => {
    const { page, context, complaints } = await phoneOf(product, 'ana.markovic');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(paths.myProfile());
    await page.getByRole('img', { name: /^QR code of .*\/ana\.markovic$/ }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${local.url}/ana.markovic?via=link`,
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

  test('lets a visitor copy the link', async () => {
    const { page, context } = await openPhone(browser, local.url);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(paths.profile('ana.markovic'));
    await page.getByRole('button', { name: 'Share the profile of Ana Marković' }).click();
    await page.getByText('Link copied').first().waitFor();
  });
});

describe('a referral link', () => {
  let address: string;
  let code: string;

  test('is shown on its own page with the bonus that it earns', async () => {
    const { page, person } = await phoneOf(product, 'ben.okafor');
    await page.goto(paths.invite());
    await page.getByText('$1.00').first().waitFor();
    code = (await person.account()).referralCode;
    address = paths.referral(code);
    await page.getByText(code, { exact: true }).waitFor();
    await page.getByRole('img', { name: new RegExp(`${address}$`) }).waitFor();
  });

  test('shows the inviter, and its code is stored with the registration', async () => {
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto(address);
    await page.getByRole('heading', { name: 'Ben Okafor invites you to ReplyPaid' }).waitFor();
    await page
      .getByRole('button', { name: 'Register' })
      .or(page.getByRole('link', { name: 'Register' }))
      .click();
    await page.getByText('Invited by Ben Okafor').waitFor();
    // Simulates a visitor who returns on another day.
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

  test('cannot be used by a registered user, and tells its owner that it is their own', async () => {
    const ana = await phoneOf(product, 'ana.markovic');
    await ana.page.goto(address);
    await ana.page.getByText('You’re a member already').waitFor();
    expect(await ana.page.evaluate(() => localStorage.getItem('invitation'))).toBeNull();
    const ben = await phoneOf(product, 'ben.okafor');
    await ben.page.goto(address);
    await ben.page.getByText('This is your own invitation').waitFor();
  });

  test('with an unknown code shows that it was not found', async () => {
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
