import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { holdRequests, openPhone, type Product, startProduct } from '../support/browser.ts';
import { readLocal, signInOver } from '../support/client.ts';
import { coveredFields } from '../support/covered-fields.ts';
import { enterOn, headingHasFocus, tabTo } from '../support/keyboard.ts';
import { until } from '../support/until.ts';

/* The way of somebody without an account from a profile to a paid letter, counted. docs/product/auth.md#a-first-letter */

const PASSWORD = 'Letters-4-all';
/** The calls of the way that create something, in order. */
const CREATING = ['createUser', 'verifyUser', 'saveDraft', 'createInboxWithPayment'];
const QUESTION =
  'My green card runs out on January 14, and the renewal has been pending since August. Can I fly, and which papers do I carry?';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ seed: true });
});
afterAll(() => product?.stop());

/** A newcomer's phone, with the screens, fields and presses since the tap on "Contact". */
async function newcomer() {
  const { page, context, complaints } = await openPhone(product.browser, product.local.url);
  const number = `415555${randomInt(1_000, 9_999)}`;
  const screens: string[] = [];
  const counted = { fields: 0, presses: 0 };
  const see = (path: string) => {
    if (screens.at(-1) !== path) screens.push(path);
  };
  await page.goto(paths.profile('ana.markovic'));
  await page.getByRole('link', { name: /^Contact for/ }).click();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) see(new URL(frame.url()).pathname);
  });
  await page.waitForURL(`**${paths.login()}*`);
  see(paths.login());
  const press = async (role: 'link' | 'button', name: string | RegExp) => {
    counted.presses += 1;
    await page.getByRole(role, { name }).click();
  };
  const fill = async (field: ReturnType<Page['locator']>, text: string) => {
    counted.fields += 1;
    await field.fill(text);
  };
  const names = async (fields: readonly (readonly [string, string])[]) => {
    for (const [name, text] of fields) await fill(page.getByLabel(name, { exact: true }), text);
  };
  const write = async () => {
    await fill(page.getByLabel('Subject'), 'Can I fly to the wedding?');
    await fill(page.locator('[contenteditable]'), QUESTION);
    await press('button', 'Continue to Payment');
  };
  const code = async () => {
    const shown = number.replace(/(\d{3})(\d{3})(\d{4})/, '($1) $2-$3');
    const path = `/_local/sms?phoneNumber=${encodeURIComponent(shown)}`;
    const { data } = await readLocal(product.local.url, path);
    return data[0].code;
  };
  const enterCode = async () => {
    await page.getByRole('group', { name: 'Verification code' }).getByRole('textbox').click();
    counted.fields += 1;
    await page.keyboard.type(await code());
  };
  const pay = async () => {
    for (const [title, digits] of [
      ['card number', '4242424242424242'],
      ['expiration', '1234'],
      ['CVC', '123'],
    ] as const)
      await fill(page.frameLocator(`iframe[title*="${title}" i]`).locator('input'), digits);
    const scripts = await holdRequests(page, '**/assets/*.js');
    const nextScreen = page.waitForRequest('**/assets/*.js');
    await press('button', 'Submit Order');
    await nextScreen;
    // Paid: until the next screen arrives there is the same form, with nothing to press.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
    expect(await page.getByRole('button', { name: 'Processing...' }).count()).toBe(1);
    expect(await page.getByLabel('Name on card').count()).toBe(1);
    scripts.release();
    await page.waitForURL(`**${paths.paymentSuccess()}`);
  };
  const username = `noah.${number}`;
  return {
    page,
    context,
    complaints,
    number,
    username,
    counted,
    press,
    names,
    fill,
    write,
    code,
    enterCode,
    pay,
    /** The screens before the success page, without the ids in their addresses. */
    seen: () =>
      screens
        .filter((path) => path !== paths.paymentSuccess())
        .map((path) => path.replace(/\/\w{26}/, '/*')),
  };
}

test('a newcomer pays for a first letter on four screens after the tap on Contact', async () => {
  const { page, context, complaints, counted, seen, ...noah } = await newcomer();
  await page.getByRole('heading', { name: 'Write to Ana' }).waitFor();
  await noah.press('link', 'I am new');
  await noah.write();
  await noah.names([
    ['Full name', 'Noah Bennett'],
    ['Phone number', noah.number],
    ['Password', PASSWORD],
  ]);
  const username = page.getByLabel('Username');
  await page.waitForFunction(
    (field) => (field as HTMLInputElement).value.startsWith('noah'),
    await username.elementHandle(),
  );
  // Neither a field nor a rule of the password is under the button.
  expect(await page.evaluate(coveredFields)).toEqual([]);
  await noah.press('button', 'Text me the code');
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await noah.enterCode();
  await page.waitForURL(`**${paths.inboxPayment('*')}`);
  expect(await page.getByLabel('Name on card').inputValue()).toBe('Noah Bennett');
  await noah.pay();
  expect(new Set(seen())).toEqual(
    new Set(['/login', '/first-letter/*', '/first-letter/*/you', '/inbox-payment/*']),
  );
  // The username and the name on the card are filled in.
  expect(counted).toEqual({ fields: 9, presses: 4 });
  expect(complaints).toEqual([]);
  await context.close();
});

test('Back leads to the screen before while the recipient of a first letter loads', async () => {
  const { page, context, press } = await newcomer();
  await page.getByRole('heading', { name: 'Write to Ana' }).waitFor();
  const { release } = await holdRequests(page, '**/api/viewUserProfile?id=*');
  await press('link', 'I am new');
  await page.waitForURL('**/first-letter/*');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL(`**${paths.login()}*`);
  release();
  await context.close();
});

test('the same letter takes nine screens with the usual registration', async () => {
  const { page, context, counted, seen, ...noah } = await newcomer();
  await noah.press('link', 'Register Now');
  await noah.names([
    ['Full name', 'Noah Bennett'],
    ['Phone number', noah.number],
    ['Username', noah.username],
    ['Password', PASSWORD],
  ]);
  await noah.press('button', 'Register');
  await page.waitForURL(`**${paths.verify()}`);
  await noah.enterCode();
  await noah.press('button', /^Continue with Free/);
  await page.waitForURL(`**${paths.inboundMessaging()}`);
  await noah.press('button', 'Continue');
  await noah.press('button', 'Finish');
  await page.waitForURL(`**${paths.profile('ana.markovic')}`);
  await noah.press('link', /^Contact for/);
  await noah.write();
  await noah.names([['Name on card', 'Noah Bennett']]);
  await noah.pay();
  const shown = new Set(seen());
  shown.delete(paths.dashboard());
  expect(shown.size).toBe(9);
  // Price and commitment are filled in.
  expect(counted).toEqual({ fields: 11, presses: 8 });
  await context.close();
});

test('a newcomer arrives although the first response to each call is lost', async () => {
  const { page, context, ...noah } = await newcomer();
  const lost: string[] = [];
  for (const operation of CREATING)
    await page.route(`**/api/${operation}`, async (route) => {
      if (lost.includes(operation)) return route.continue();
      lost.push(operation);
      await route.fetch();
      return route.abort();
    });
  await noah.press('link', 'I am new');
  await noah.write();
  await noah.names([
    ['Full name', 'Noah Bennett'],
    ['Phone number', noah.number],
    ['Username', noah.username],
    ['Password', PASSWORD],
  ]);
  await noah.press('button', 'Text me the code');
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await noah.enterCode();
  await page.waitForURL(`**${paths.inboxPayment('*')}`);
  await noah.pay();
  expect(lost).toEqual(CREATING);
  const conversations = await ordersOf(noah.username);
  expect(conversations).toBe(1);
  await context.close();
});

test('a newcomer pays for a first letter with the keyboard alone', async () => {
  const { page, context, complaints, ...noah } = await newcomer();
  const { keyboard } = page;
  const fill = async (name: RegExp, text: string) => {
    await tabTo(page, name);
    await keyboard.type(text);
  };
  // Each field of the card is a frame of its own, which gets the focus a moment after the page has moved it there.
  const fillCard = async (title: string, text: string) => {
    const frame = page.frameLocator(`iframe[title*="${title}" i]`);
    await frame.locator('input').waitFor();
    await tabTo(page, new RegExp(title, 'i'));
    await frame.locator('input:focus').waitFor();
    await keyboard.type(text);
  };
  await page.getByRole('heading', { name: 'Write to Ana' }).waitFor();
  await enterOn(page, /^I am new$/);
  await headingHasFocus(page, 'Send a Message');
  await fill(/^Subject$/, 'Can I fly to the wedding?');
  await fill(/^Message$/, QUESTION);
  await enterOn(page, /^Continue to Payment$/);
  await headingHasFocus(page, 'Where does the answer go?');
  await fill(/^Full name$/, 'Noah Bennett');
  await fill(/^Phone number$/, noah.number);
  // Nobody is proposed another username while they are in its field, so it has to be there before.
  await until(async () => (await page.getByLabel('Username').inputValue()).startsWith('noah'));
  await tabTo(page, /^Username$/);
  await fill(/^Password$/, PASSWORD);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  // The code has the focus.
  await keyboard.type(await noah.code());
  await page.waitForURL(`**${paths.inboxPayment('*')}`);
  await headingHasFocus(page, 'Confirm Payment');
  await fillCard('card number', '4242424242424242');
  await fillCard('expiration', '1234');
  await fillCard('CVC', '123');
  await enterOn(page, /^Submit Order$/);
  await headingHasFocus(page, 'Payment successful.');
  await enterOn(page, /^See your letter$/);
  await headingHasFocus(page, 'Can I fly to the wedding?');
  expect(complaints).toEqual([]);
  await context.close();
});

/** How many letters somebody has paid for. */
async function ordersOf(username: string): Promise<number> {
  const person = await signInOver(product.local.url, username, PASSWORD);
  const body = await person.outbox({ filter: 'PENDING', skip: 0 });
  return body.data.length;
}
