import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, phoneOf, signIn, startProduct } from '../support/browser.ts';

/* Who wrote an answer, from its form to the page that checks it. docs/product/conversations.md#written-by */

const LETTER = 'A letter that I have not opened';
const TYPED = 'Dear Priya, open it in the kitchen, with tea.';
const PASTED =
  'A letter that stays closed is read every day anyway, in the version that you fear. The one on paper is nearly always kinder, and it is shorter. Read it once and put it away until Sunday.';

let product: Product;
let ana: Page;
let priya: Page;
/** The text of the letter as its sender copies it. */
let text = '';

beforeAll(async () => {
  product = await startProduct({ seed: true });
  const phone = await phoneOf(product, 'ana.markovic');
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  ana = phone.page;
  priya = (await phoneOf(product, 'priya.nair')).page;
});

afterAll(() => product?.stop());

/** Gives a page a screen lock that always recognizes the person. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2' as const,
      transport: 'internal' as const,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Opens the conversation from a list. */
async function open(page: Page, list: string): Promise<void> {
  await page.goto(list);
  await page.getByRole('link').filter({ hasText: LETTER }).first().click();
  await page.getByRole('heading', { name: LETTER, level: 1 }).waitFor();
}

/** The text of a letter as a person copies it. */
const copied = (page: Page): Promise<string> =>
  page.evaluate((words) => {
    const letter = [...document.querySelectorAll('article')].find(({ textContent }) =>
      textContent.includes(words),
    );
    const text = letter?.querySelector('.prose');
    if (!text) throw new Error('there is no such letter');
    const selection = getSelection();
    selection?.selectAllChildren(text);
    return String(selection);
  }, TYPED);

const editor = () => ana.getByRole('textbox', { name: /Your answer to Priya/ });

describe('an answer of somebody with a passkey', () => {
  test('is signed with one press after it was sent, and its letter and page say so', async () => {
    const { browser, local } = product;
    // Passkeys need a host name.
    const origin = local.url.replace('//127.0.0.1', '//localhost');
    const { page } = await openPhone(browser, origin);
    await addAuthenticator(page);
    await signIn(page, 'lucia.prado');
    await page.goto(paths.devicesAndPasskeys());
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Your passkey is added.').first().waitFor();
    await page.goto(`${paths.inbox()}?filter=PENDING`);
    await page.getByRole('link').filter({ hasText: 'Priya Nair' }).first().click();
    await page.getByRole('link', { name: /^Reply and earn/ }).click();
    await page.getByRole('textbox', { name: /Your answer to Priya/ }).fill(PASTED.repeat(2));
    await page.getByRole('radio', { name: 'My team', exact: true }).click();
    await page.getByRole('button', { name: /^Send and earn/ }).click();
    await page.waitForURL(`**${paths.inboxViewer('*')}`);
    await page.getByRole('button', { name: 'Sign it with your passkey' }).click();
    await page.getByText(/Written by Lucía’s team · .* · signed with a passkey/).waitFor();
    await page.getByRole('button', { name: 'About this answer' }).click();
    await page.getByRole('menuitem', { name: 'Check this answer', exact: true }).click();
    await page.getByText(/^Signed with a passkey on/).waitFor();
    await page.context().close();
  });
});

describe('an answer', () => {
  test('counts what is typed and pasted, over a reload, and is not sent without a declaration', async () => {
    await open(ana, `${paths.inbox()}?filter=PENDING`);
    await ana.getByRole('link', { name: /^Reply and earn/ }).click();
    await editor().click();
    await ana.keyboard.type(TYPED);
    await ana.getByText(/typed 45 characters in \d minutes?\./).waitFor();
    await ana.reload();
    await editor().click();
    await ana.keyboard.press('Control+End');
    await ana.keyboard.press('Enter');
    await ana.evaluate((text) => navigator.clipboard.writeText(text), PASTED);
    await ana.keyboard.press('Control+V');
    const counts = `typed 45 characters in \\d minutes?, pasted ${PASTED.length}\\.`;
    await ana.getByText(new RegExp(counts)).waitFor();
    await ana.keyboard.press('Control+Z');
    await ana.getByText(/typed 45 characters in \d minutes?\./).waitFor();
    await ana.keyboard.press('Control+Shift+Z');
    await ana.getByText(new RegExp(counts)).waitFor();
    await ana.getByRole('button', { name: /^Send and earn/ }).click();
    await ana.getByText('Please say who wrote this answer').waitFor();
    await ana.getByRole('radio', { name: 'Me', exact: true }).click();
    await ana.getByRole('button', { name: /^Send and earn/ }).click();
    await ana.waitForURL(`**${paths.inboxViewer('*')}`);
  });

  test('says on the letter how it was written, to both sides', async () => {
    const line = new RegExp(
      `Written by Ana · typed 45 characters in \\d minutes?, pasted ${PASTED.length}`,
    );
    await ana.getByText(line).waitFor();
    await open(priya, paths.orders());
    await priya.getByText(line).waitFor();
  });

  test('is checked by its sender: its text matches, and one with another word does not', async () => {
    text = await copied(priya);
    expect(text).toContain(PASTED);
    await priya.getByRole('button', { name: 'About this answer' }).click();
    await priya.getByRole('menuitem', { name: 'Check this answer', exact: true }).click();
    await priya.getByRole('heading', { name: 'Check an answer' }).waitFor();
    await priya.getByText('Ana Marković', { exact: true }).waitFor();
    const field = priya.getByRole('textbox', { name: 'Text of the answer' });
    await field.fill(text);
    await priya.getByRole('button', { name: 'Compare' }).click();
    await priya.getByText('The text matches', { exact: true }).waitFor();
    await field.fill(text.replace('kitchen', 'garden'));
    await priya.getByRole('button', { name: 'Compare' }).click();
    await priya.getByText('The text doesn’t match', { exact: true }).waitFor();
  });

  test('is checked without an account, before and after the app has loaded', async () => {
    const address = new URL(priya.url()).pathname;
    const { browser, local } = product;
    const { page, complaints } = await openPhone(browser, local.url);
    await page.goto(address);
    await page.getByText('Ana Marković', { exact: true }).waitFor();
    // The app loads at the first touch of the field; the text is pasted before it is there.
    await page.getByRole('textbox', { name: 'Text of the answer' }).fill(text);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The text matches', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
