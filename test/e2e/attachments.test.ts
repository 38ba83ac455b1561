import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { checkOverlay, checkScreen } from '../support/accessibility-checks.ts';
import { isGone, type Product, phoneOf, startProduct } from '../support/browser.ts';
import { pdfOf } from '../support/file-fixtures.ts';
import { jpegOf, pngOf } from '../support/image-fixtures.ts';

/*
 * Pictures and PDFs on two phones: attached to a letter, paid for, seen by the recipient, and answered with a picture in the text.
 * docs/product/attachments.md. Each test continues from the previous one.
 */

const SUBJECT = 'A starter that smells of pears';
const LETTER =
  'Dear Tom, here are my starter after four hours, the shelf it stands on, and the label of the flour. What would you change first, and how long should I wait?';
const ANSWER = [
  'Dear Ben, the bubbles in your picture are on the top alone, so it is not hungry: it is cold. Move it away from the window, and give it a week before you change the flour.',
  'This is how mine looks after four hours in the oven with the light on. The smell of pears goes by itself.',
];

const BLUE = () => [30, 60, 160] as const;
const fileOf = (name: string, mimeType: string, content: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

let product: Product;
let ben: Awaited<ReturnType<typeof phoneOf>>;
let tom: Awaited<ReturnType<typeof phoneOf>>;
let letter: string;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  [ben, tom] = [await phoneOf(product, 'ben.okafor'), await phoneOf(product, 'tom.weller')];
  await tom.person.setsAttachments({ blursPictures: true });
});

afterAll(() => product?.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const chooser = (page: Page) => page.getByLabel('Pictures or PDFs', { exact: true });
const rowOf = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Pictures and PDFs' })
    .getByRole('listitem')
    .filter({ hasText: title });

/** Resolves when the element has the focus. */
async function untilFocused(element: Locator): Promise<void> {
  await element.waitFor();
  const handle = await element.elementHandle();
  await element.page().waitForFunction((one) => one === document.activeElement, handle);
}

test('a refused file says why on its row, and the text and the other files stay', async () => {
  const { page } = ben;
  await page.goto(paths.createInbox(tom.person.id));
  await page.getByLabel('Subject').fill(SUBJECT);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.insertText(LETTER);
  await chooser(page).setInputFiles([
    fileOf('starter.jpg', 'image/jpeg', jpegOf(640, 480)),
    fileOf('shelf.png', 'image/png', pngOf(320, 240, BLUE)),
    fileOf('flour.pdf', 'application/pdf', await pdfOf('Flour, type 1050', 'Storage')),
    fileOf('receipt.pdf', 'application/pdf', new TextEncoder().encode('%PDF-1.7 and nothing else')),
  ]);
  for (const title of ['starter', 'shelf', 'flour'])
    await rowOf(page, title)
      .getByText(/^Ready/)
      .waitFor();
  await rowOf(page, 'receipt').getByText('This isn’t a PDF that we can read.').waitFor();
  await page.getByText('after four hours, the shelf it stands on').waitFor();
  expect(await checkScreen(ben, 'a letter with files')).toEqual([]);
});

test('files are removed by the keyboard, and the draft keeps the others', async () => {
  const { page } = ben;
  for (const title of ['receipt', 'shelf']) {
    await button(page, `Remove ${title}`).focus();
    await page.keyboard.press('Enter');
    await isGone(rowOf(page, title));
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  }
  await page.getByText('Saved for 30 days').waitFor();
  await page.reload();
  await rowOf(page, 'starter')
    .getByText(/^Ready/)
    .waitFor();
  await rowOf(page, 'flour')
    .getByText(/^Ready/)
    .waitFor();
  expect(await rowOf(page, '').count()).toBe(2);
  await page.getByText('after four hours, the shelf it stands on').waitFor();
});

test('the letter is paid with its files', async () => {
  const { page } = ben;
  await button(page, 'Continue to Payment').click();
  const added = page.getByRole('region', { name: 'What is added to your letter' });
  await added.getByText('flour').waitFor();
  await button(page, 'Submit Order').click();
  await page.waitForURL(`**${paths.paymentSuccess()}*`);
  const { data } = await tom.person.inbox();
  const row = data.find(({ subject }) => subject === SUBJECT);
  expect(row?.fileCount).toBe(2);
  letter = row?.id ?? '';
});

/** Whether the first page of the open PDF has a pixel for each pixel of the screen. Runs in the page. */
function isDrawnAsWideAsShown(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.pdf-page canvas');
  if (!canvas || canvas.clientWidth === 0) return false;
  return Math.abs(canvas.width - canvas.clientWidth * window.devicePixelRatio) <= 1;
}

test('the recipient who asked for it sees the picture blurred, then opens it and the PDF', async () => {
  const { page } = tom;
  await page.goto(paths.inboxViewer(letter));
  const shows = button(page, /^Show Ben’s starter$/);
  await shows.waitFor();
  expect(await checkScreen(tom, 'a letter with a blurred picture')).toEqual([]);
  await shows.focus();
  await page.keyboard.press('Enter');
  const picture = page.getByRole('img', { name: 'Ben’s starter' });
  await picture.waitFor();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Ben’s starter, 1 of 1' });
  await viewer.getByRole('img', { name: 'Ben’s starter' }).waitFor();
  expect(await checkOverlay(tom, 'an enlarged picture')).toEqual([]);
  await page.keyboard.press('Escape');
  await isGone(viewer);
  await untilFocused(page.getByRole('list', { name: 'Pictures' }).getByRole('button'));
  await button(page, /^flour/).click();
  const pages = page.getByRole('dialog', { name: 'flour, PDF' });
  await pages.getByText('Page 1 of 2').waitFor();
  await pages.getByText('Flour, type 1050').waitFor();
  expect(await checkOverlay(tom, 'an open PDF')).toEqual([]);
  // Drawn anew for a phone that is turned, and turned back.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForFunction(isDrawnAsWideAsShown);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(isDrawnAsWideAsShown);
  await page.keyboard.press('Escape');
  await isGone(pages);
});

test('the answer has a picture between its paragraphs', async () => {
  const { page } = tom;
  await page.goto(paths.paidReply(letter));
  await page.getByRole('textbox', { name: /Your answer to Ben/ }).click();
  await page.keyboard.insertText(ANSWER[0] ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(ANSWER[1] ?? '');
  await chooser(page).setInputFiles([fileOf('oven.jpg', 'image/jpeg', jpegOf(480, 320, BLUE))]);
  await rowOf(page, 'oven')
    .getByText(/^Ready/)
    .waitFor();
  await button(page, 'Put oven into the text').click();
  const dialog = page.getByRole('dialog', { name: 'oven in the text' });
  await dialog.getByLabel(/^Caption/).fill('Mine, after four hours');
  await dialog.getByText(/^Dear Ben, the bubbles/).click();
  await button(page, 'Put it here').click();
  await isGone(dialog);
  await rowOf(page, 'oven')
    .getByText(/^In the text, after “Dear Ben, the bubbles/)
    .waitFor();
  await page.getByText('Me', { exact: true }).click();
  await button(page, /^Send and earn/).click();
  await page.waitForURL(`**${paths.inboxViewer(letter)}`);
  await page.getByRole('figure').getByText('Mine, after four hours').waitFor();
});

test('the sender opens the answer, and its row counts the files', async () => {
  const { page } = ben;
  await page.goto(paths.orders());
  await page.getByRole('link', { name: new RegExp(`3 files, ${SUBJECT}`) }).click();
  const figure = page.getByRole('figure');
  await figure.getByText('Mine, after four hours').waitFor();
  await page.getByText('1 picture signed with it').waitFor();
  // Only letters are blurred, and only for their recipient.
  const name = 'Tom’s oven: Mine, after four hours';
  await figure.getByRole('button', { name }).click();
  const viewer = page.getByRole('dialog', { name: 'Tom’s oven, 1 of 1' });
  await viewer.getByRole('img', { name }).last().waitFor();
  await button(page, 'Close').click();
  await isGone(viewer);
  await untilFocused(figure.getByRole('button', { name }));
});

test('no step logged an error in the console', () => {
  expect([...ben.complaints, ...tom.complaints]).toEqual([]);
});
