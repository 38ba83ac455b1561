import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { checkScreen, type Phone } from '../support/accessibility-checks.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { signInWithNewPasskey } from '../support/virtual-authenticator.ts';

/* The desk, used by two members of staff. docs/product/desk.md */

const REASON = 'It asks for bank details.';

let product: Product;
let dana: Phone;
let frida: Phone;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  dana = await staff('desk');
  frida = await staff('desk.finance');
});

afterAll(() => product?.stop());

async function staff(username: string): Promise<Phone> {
  const phone = await openPhone(
    product.browser,
    product.local.url.replace('//127.0.0.1', '//localhost'),
  );
  await signInWithNewPasskey(phone.page, username);
  return phone;
}

/** Opens the first row of the list of a tile. */
async function openFirst(page: Page, tile: string): Promise<void> {
  await page.goto(paths.desk(tile));
  await page.getByRole('list', { name: 'Cases' }).getByRole('link').first().click();
  await page.waitForURL(({ pathname }) => pathname !== paths.desk());
}

async function look(page: Page, shown: string): Promise<void> {
  await page.getByLabel(/^Why do you look/).fill('It is reported.');
  await page.getByRole('button', { name: /^Show / }).click();
  await page.getByText(shown).first().waitFor();
}

async function fillDecision(page: Page, choice: string | RegExp, reason: string): Promise<void> {
  await toDecision(page);
  await page.getByRole('radio', { name: choice }).check();
  await page.getByLabel('Reason', { exact: true }).fill(reason);
}

/** On a phone the decision is the next step. */
const toDecision = (page: Page) =>
  page.getByRole('button', { name: 'Decide', exact: true }).click();
/** Presses the button that sends the decision, which says what it does. */
const send = (page: Page, words: RegExp) => page.getByRole('button', { name: words }).click();

/** Opens what a case keeps private, for the case as the reason. */
async function openTexts(page: Page, shown: string | RegExp): Promise<void> {
  // The address changes before the screen is there: a key pressed between them would press nothing.
  await page.getByRole('button', { name: /^Show (what|both|the) / }).waitFor();
  await page.keyboard.press('o');
  await page.getByText(shown).first().waitFor();
}

test('the screens of the desk are accessible in both color schemes', async () => {
  const { page } = dana;
  const faults: string[] = [];
  const check = async (name: string) => faults.push(...(await checkScreen(dana, name)));
  await page.goto(paths.desk());
  await page.getByRole('list', { name: 'Cases' }).waitFor();
  await check('the list');
  await openFirst(page, 'reports');
  await check('a case');
  await openTexts(page, 'Chess coach and slow loser.');
  await toDecision(page);
  await send(page, /^Decide this report/);
  await page.getByText('Please choose a decision').waitFor();
  await check('a case with what was reported, and errors');
  await openFirst(page, 'payouts');
  await look(page, 'Payout account');
  await check('a person');
  await openFirst(page, 'reviews');
  await openTexts(page, 'you have been chosen');
  await check('a conversation');
  await openFirst(page, 'tickets');
  await openTexts(page, 'Send the answer');
  await check('a help ticket');
  expect(faults).toEqual([]);
});

test('a member of staff goes through the desk by keyboard: the case of somebody in danger, the steps, the search and the list', async () => {
  const { page } = dana;
  const faults: string[] = [];
  await page.goto(paths.desk());
  await page.getByRole('list', { name: 'Cases' }).waitFor();
  await page.getByRole('link', { name: /^Danger/ }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Is Theo safe?' }).waitFor();
  faults.push(...(await checkScreen(dana, 'somebody may be in danger')));
  // The colleague sees in the list that it is open.
  await frida.page.goto(paths.desk());
  await frida.page.getByText('Dana has it open').first().waitFor();
  for (let nth = 0; nth < 4; nth += 1) {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText(`${nth + 1} of 4 looked at`).waitFor();
  }
  await page.getByText('it is more than I will ever earn').waitFor();
  faults.push(...(await checkScreen(dana, 'what was looked at')));
  // On a phone the decision is the next step.
  await page.getByRole('button', { name: 'What do we do?' }).press('Enter');
  await page.keyboard.press('1');
  await page.keyboard.press('r');
  await page.keyboard.type('No day and no plan in it; he asks for a way out.');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('heading', { name: / was written to, with help lines$/, level: 1 })
    .waitFor();
  await page.keyboard.press('u');
  // The address changes before the list is there: a key pressed between them would press nothing.
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('+1 555 555 1016');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Priya Nair @priya\.nair/ }).waitFor();
  faults.push(...(await checkScreen(dana, 'the search')));
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(({ pathname }) => pathname.startsWith('/desk/person/'));
  expect(faults).toEqual([]);

  const theo = await openPhone(product.browser, product.local.url);
  await signIn(theo.page, 'theo.lindgren');
  await theo.page.goto(paths.decisions());
  await theo.page.getByRole('link', { name: /A message from our team/ }).click();
  await theo.page.getByText(/^Hello Theo, we read your letter/).waitFor();
  await theo.page.getByRole('link', { name: '988' }).first().waitFor();
  expect(await checkScreen(theo, 'a message of care')).toEqual([]);
});

test('of two members of staff who decide about a reported message, the later one reads who did, and keeps the reason', async () => {
  await openFirst(dana.page, 'reviews');
  await openFirst(frida.page, 'reviews');
  await fillDecision(dana.page, 'Keep the payment', REASON);
  await fillDecision(frida.page, /^Refund /, 'They wrote to the wrong person.');
  await send(dana.page, /^Keep the payment/);
  await isGone(dana.page.getByRole('radio'));
  await send(frida.page, /^Refund \$/);
  await frida.page
    .getByText(/Dana Desk/)
    .first()
    .waitFor();
  await frida.page.getByText('Your reason, which wasn’t sent').waitFor();
  await frida.page.getByText('They wrote to the wrong person.').waitFor();
  await frida.page.goto(paths.desk('reviews'));
  await frida.page.getByText('Nothing waits here').waitFor();
});

test('a member of staff rejects a report with the keyboard, and a second decision from another device reads who decided', async () => {
  const { page, context } = dana;
  const other = await context.newPage();
  await openFirst(page, 'reports');
  await other.goto(new URL(page.url()).pathname);
  await fillDecision(other, 'No rule is broken', REASON);
  await toDecision(page);
  await page.getByRole('heading', { name: 'Decide' }).waitFor();
  await page.keyboard.press('1');
  await page.getByLabel('Reason', { exact: true }).fill('It is him: his passport says so.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'No rule was broken', level: 1 }).waitFor();
  await other.getByRole('radio', { name: 'Warn Oskar' }).check();
  await send(other, /^Warn Oskar/);
  await other.getByText('Dana Desk has decided this already.').waitFor();
  await other.getByText('It is him: his passport says so.').first().waitFor();
  await page.keyboard.press('u');
  await page.waitForURL(({ search }) => search === '?tile=reports');
  await page.getByText('Nothing waits here').waitFor();
});

test('a member of staff decides a claim that its recipient contested', async () => {
  const { page } = dana;
  await openFirst(page, 'claims');
  await page.getByText(/says that there is tax, and not how much/).waitFor();
  await page.getByRole('button', { name: 'Show both texts' }).click();
  await page.getByText(/That is logged/).waitFor();
  const faults = await checkScreen(dana, 'a claim with its texts');
  await toDecision(page);
  faults.push(...(await checkScreen(dana, 'the decision of a claim')));
  expect(faults).toEqual([]);
  await page.keyboard.press('2');
  await page.keyboard.press('r');
  await page.keyboard.type('It answers the question that was asked.');
  await page.getByRole('button', { name: 'Let the answer stand' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Ravi’s answer stands', level: 1 }).waitFor();
  await page.goto(paths.desk('claims'));
  await page.getByText('Nothing waits here').waitFor();
});

test('staff answer a help ticket as support', async () => {
  const { page } = dana;
  await openFirst(page, 'tickets');
  await openTexts(page, 'Send the answer');
  await page
    .getByRole('textbox', { name: /^Answer, as support/ })
    .fill('Hello Priya, the name on the receipt is changed.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sent as support').first().waitFor();
  // A look is made by somebody: what was written since is not shown by itself.
  await page.getByRole('button', { name: 'Show what was written since' }).click();
  await page.getByText('Hello Priya, the name on the receipt is changed.').first().waitFor();
  expect([...dana.complaints, ...frida.complaints]).toEqual([]);
});
