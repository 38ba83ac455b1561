import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decode } from 'jpeg-js';
import type { Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  type Product,
  phoneOf,
  sendSignIn,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { signInOver } from '../support/client.ts';
import { BLUE, photoOf, RED } from '../support/photo-fixtures.ts';

/* Editing a profile on a phone: texts, a picture, another username. Each test continues from the previous one. */

type Phone = Awaited<ReturnType<typeof phoneOf>>;

const OLD = 'lucia.prado';
const NEW = 'lucia.writes';
/** A rotated photo: red on the left, blue on the right. */
const PHOTOGRAPH = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photoOf(800, 400) };

let product: Product;
let local: Local;
let phone: Phone;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local } = product);
  phone = await phoneOf(product, OLD);
  page = phone.page;
});

afterAll(() => product?.stop());

let stopped = false;

/** Defines a step of the story: skipped if an earlier one failed, with a screenshot if it fails. */
function step(sentence: string, walk: () => Promise<void>): void {
  test(sentence, async () => {
    if (stopped) throw new Error('a step before this one failed');
    stopped = true;
    phone.complaints.length = 0;
    try {
      await walk();
    } catch (fault) {
      await page.screenshot({ path: 'test-results/profile-editing.png', fullPage: true });
      throw fault;
    }
    expect(phone.complaints).toEqual([]);
    stopped = false;
  });
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const select = (name: string) => page.getByLabel(name, { exact: true });
const bio = () => page.getByRole('textbox', { name: 'Bio' });

async function profile(username = OLD) {
  // Visitors get a cached response for a few seconds; signed-in users get the current one.
  const visitor = await signInOver(local.url, 'ben.okafor', DEMO_PASSWORD);
  return visitor.profileNamed(username);
}

/** Returns the color of a pixel of a stored picture, and the picture's size. */
async function pictureAt(address: string) {
  const response = await fetch(new URL(address, local.url));
  const { width, height, data } = decode(Buffer.from(await response.arrayBuffer()));
  const at = (x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ];
  return { type: response.headers.get('content-type'), width, height, at };
}

const isClose = (one: readonly number[], other: readonly number[]) =>
  one.every((value, place) => Math.abs(value - (other[place] ?? 0)) < 24);

describe('editing a profile', () => {
  step('starts with a link on the profile', async () => {
    await page.goto(paths.profile(OLD));
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await page.waitForURL(`**${paths.editProfile()}`);
    await page.getByRole('textbox', { name: 'Username' }).waitFor();
  });

  step('supports a bio with a list, a link and a picture', async () => {
    await bio().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type('I answer questions on ');
    await button('Underline').click();
    await page.keyboard.type('contracts');
    await expect(button('Underline').getAttribute('aria-pressed')).resolves.toBe('true');
    await button('Underline').click();
    await page.keyboard.press('Enter');
    await button('Bullet list').click();
    await page.keyboard.type('leases');
    await page.keyboard.press('Enter');
    await page.keyboard.type('deposits');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('More at ');
    await button('Link').click();
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await button('Save link').click();
    await page.getByText('Please enter a web address such as https://example.com').waitFor();
    await page.getByLabel('Address').fill('example.com/lucia');
    await button('Save link').click();
    await isGone(page.getByRole('dialog'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Picture for the text').setInputFiles(PHOTOGRAPH);
    await page.getByLabel('What does it show?').fill('My desk');
    await button('Add picture').click();
    await bio().getByRole('img', { name: 'My desk' }).waitFor();
  });

  step('restores unsaved changes after a reload, and asks before discarding them', async () => {
    await page.reload();
    await page.getByText('You hadn’t saved this yet').waitFor();
    await bio().getByRole('img', { name: 'My desk' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await button('Keep editing').click();
    await isGone(page.getByRole('alertdialog'));
    expect(new URL(page.url()).pathname).toBe(paths.editProfile());
  });

  step('shows an error if a save fails, and keeps the changes', async () => {
    await page.getByLabel('Full name').fill('Lucía Prado Vega');
    await select('Category').selectOption('Everyday Experts');
    await select('Sub-category').selectOption({ index: 1 });
    await page.route('**/api/updateUserProfile', (route) => route.abort());
    await button('Save All Changes').click();
    // The new name differs from the one on the card.
    await button('Save without the badge').click();
    await page
      .getByText('There was an error while updating your account. Please try again.')
      .first()
      .waitFor();
    await expect(page.getByLabel('Full name').inputValue()).resolves.toBe('Lucía Prado Vega');
    await bio().getByRole('img', { name: 'My desk' }).waitFor();
    await page.unroute('**/api/updateUserProfile');
    phone.complaints.length = 0;
  });

  step('returns to the unsaved text after the session has ended', async () => {
    await phone.context.clearCookies();
    await product.local.advance(16 * 60);
    await button('Save All Changes').click();
    await button('Save without the badge').click();
    await page.waitForURL(`**${paths.login()}`);
    await sendSignIn(page, OLD);
    await page.waitForURL(`**${paths.editProfile()}`);
    await page.getByText('You hadn’t saved this yet').waitFor();
    await expect(page.getByLabel('Full name').inputValue()).resolves.toBe('Lucía Prado Vega');
    await page.getByLabel('Full name').fill('Lucía Prado');
  });

  step('clears the sub-category when the category changes, and requires a new one', async () => {
    await select('Category').selectOption('Legal & Compliance');
    await button('Save All Changes').click();
    await page.getByText('Please select a sub category').waitFor();
    await select('Sub-category').selectOption({ index: 2 });
  });

  step(
    'shows the saved values on the profile, with the picture hosted by the product',
    async () => {
      await button('Save All Changes').click();
      await page.waitForURL(`**${paths.dashboard()}`);
      await page.getByText('Your profile is saved').first().waitFor();
      await page.goto(paths.profile(OLD));
      const link = page.getByRole('link', { name: 'example.com/lucia' });
      expect(await link.getAttribute('href')).toBe('https://example.com/lucia');
      expect(await link.getAttribute('rel')).toBe('ugc nofollow noopener');
      await page.getByRole('listitem').filter({ hasText: 'deposits' }).waitFor();
      await page.getByText('Legal & Compliance').waitFor();
      const shown = page.getByRole('img', { name: 'My desk' });
      const picture = await pictureAt((await shown.getAttribute('src')) ?? '');
      expect(picture).toMatchObject({ type: 'image/jpeg', width: 800, height: 400 });
      expect(isClose(picture.at(20, 200), RED)).toBe(true);
    },
  );

  step('refuses a file that is not a picture', async () => {
    await page.goto(paths.editProfile());
    await page.getByRole('link', { name: 'Change your picture' }).click();
    await page.waitForURL(`**${paths.editAvatar()}`);
    await button('Choose a picture').waitFor();
    await isGone(button('Save'));
    const file = page.getByLabel('Picture', { exact: true });
    await file.setInputFiles({ ...PHOTOGRAPH, buffer: Buffer.from('not a picture') });
    await page.getByText('It may be damaged').waitFor();
    await file.setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') });
    await page.getByText('HEIC').waitFor();
  });

  step('crops an avatar by keyboard, saves it and shows it everywhere', async () => {
    await page.getByLabel('Picture', { exact: true }).setInputFiles(PHOTOGRAPH);
    const crop = page.getByLabel('Place the picture');
    await crop.focus();
    for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Zoom').focus();
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('Zoom').inputValue()).resolves.toBe('1.1');
    await button('Save').click();
    await page.waitForURL(`**${paths.editProfile()}`);
    const { profileImageUrl } = await profile();
    const avatar = await pictureAt(String(profileImageUrl));
    expect(avatar).toMatchObject({ type: 'image/jpeg', width: 460, height: 460 });
    expect(isClose(avatar.at(10, 230), BLUE)).toBe(true);
    await page.locator(`header img[src="${profileImageUrl}"]`).waitFor();
    await page.goto(paths.profile(OLD));
    await page.locator(`main img[src="${profileImageUrl}"]`).waitFor();
  });

  step('shows the targets of social links, and saves them', async () => {
    await page.goto(paths.editSocialLinks());
    await page.getByLabel('Instagram').fill('@lucia.prado');
    await page.getByRole('link', { name: 'instagram.com/lucia.prado' }).waitFor();
    await page.getByLabel('LinkedIn').fill('https://elsewhere.example/lucia');
    await button('Save').click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('LinkedIn').fill('');
    await button('Save').click();
    await page.waitForURL(`**${paths.dashboard()}`);
    expect((await profile()).socialInstagramUrl).toBe('https://www.instagram.com/lucia.prado');
  });

  step('keeps the crop position of a picture that could not be saved', async () => {
    await page.goto(paths.editAvatar());
    await page.getByLabel('Picture', { exact: true }).setInputFiles(PHOTOGRAPH);
    await page.route('**/api/uploadUserAvatar', (route) => route.abort());
    await button('Save').click();
    await page.getByRole('alert').filter({ hasText: 'Please try again' }).waitFor();
    await page.getByLabel('Place the picture').waitFor();
    phone.complaints.length = 0;
    await button('Cancel')
      .or(page.getByRole('link', { name: 'Cancel' }))
      .click();
    await page.waitForURL(`**${paths.editProfile()}`);
  });

  step('shows while typing that a username is taken', async () => {
    await page.goto(paths.editProfile());
    await page.getByRole('textbox', { name: 'Username' }).fill('ben.okafor');
    await page.getByText('Username already in use').waitFor();
    await button('Save All Changes').click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.editProfile());
  });

  step('saves a new username, signs in with it, and redirects from the old one', async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill(NEW);
    await button('Save All Changes').click();
    await page.waitForURL(`**${paths.login()}`);
    await page.getByText(`You are @${NEW} now`).first().waitFor();
    await signIn(page, NEW);
    await page.goto(paths.profile(OLD));
    await page.waitForURL(`**${paths.profile(NEW)}`);
    await page.getByText(`@${NEW}`).first().waitFor();
  });
});
