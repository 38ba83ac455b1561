import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashPassword } from '#functions/auth/passwords.ts';
import { newAccount } from '#lib/local/new-account.ts';
import { instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import {
  holdRequests,
  openPhone,
  type Product,
  sendSignIn,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { type HttpPerson, signInOver } from '../support/client.ts';

/*
 * The ten most important failures of the main job, a paid question and its answer, in a real browser: the sender learns what
 * happened, pays once or not at all, and loses no word.
 */

const PASSWORD = 'Letters-4-all';
const TEXT = `<p>${'I applied in March with all papers, and the clerk says that one is missing. '.repeat(3)}</p>`;
const ANSWER =
  'The paper she meant is the certified copy of the lease, which the annex names. '.repeat(4);
/** Cards of Stripe's tests. */
const VISA = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS_HOLDER = '4000 0025 0000 3155';
/** Longer (s) than an access token lasts. */
const TOKEN_IS_OVER = 16 * 60;

let product: Product;
let passwordHash: string;
let ben: HttpPerson;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  passwordHash = await hashPassword(PASSWORD);
  ben = await newPerson('ben.okafor', 'Ben Okafor');
  await ben.savesCard();
  ({ page } = await openPhone(product.browser, product.local.url));
  await signIn(page, 'ben.okafor', PASSWORD);
});

afterAll(() => product?.stop());

/** Registers somebody as the registration does, without its screens, and signs in. */
async function newPerson(username: string, fullName: string): Promise<HttpPerson> {
  await newAccount(
    { username, fullName, passwordHash, licenseId: 'FREE', paidResponseCommitment: 10 },
    instant(product.local.clock.now()),
  );
  return signInOver(product.local.url, username, PASSWORD);
}

let letters = 0;

/** Somebody to whom Ben has written a letter, which he has not paid for. */
async function recipientOfLetter() {
  letters += 1;
  const [username, subject] = [`ana.${letters}`, `Letter number ${letters}`];
  const recipient = await newPerson(username, 'Ana Marković');
  const letter = { subject, text: TEXT };
  const address = paths.inboxPayment(recipient.id);
  /** The letters with this subject that Ben has sent. */
  const sent = async () => {
    const { data } = await ben.outbox({ filter: 'ALL', skip: 0 });
    return data.filter((order) => order.subject === subject);
  };
  return { username, recipient, letter, address, sent };
}

/** Opens the payment of a new letter on Ben's phone. */
async function atPayment() {
  const written = await recipientOfLetter();
  await ben.savesDraft(written.recipient, written.letter);
  await page.goto(written.address);
  await submit().waitFor();
  return written;
}

const submit = (at = page) => at.getByRole('button', { name: 'Submit Order' });
const isPaid = () => page.waitForURL(`**${paths.paymentSuccess()}`);

async function typeCard(number: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ben Okafor');
  const field = (title: string) =>
    page.frameLocator(`iframe[title*="${title}" i]`).locator('input');
  await field('card number').fill(number);
  await field('expiration').fill('12 / 34');
  await field('CVC').fill('123');
}

describe('a card', () => {
  test('that is declined pays nothing, and another one pays', async () => {
    const { sent } = await atPayment();
    await page.getByRole('button', { name: 'Change' }).click();
    await typeCard(DECLINED);
    await submit().click();
    await page.getByText('the card wasn’t accepted').waitFor();
    expect(await sent()).toEqual([]);
    await typeCard(VISA);
    await submit().click();
    await isPaid();
    expect(await sent()).toHaveLength(1);
  });

  test('whose holder the bank refuses pays nothing, and another one pays', async () => {
    const { sent } = await atPayment();
    await page.getByRole('button', { name: 'Change' }).click();
    await typeCard(ASKS_HOLDER);
    await submit().click();
    const bank = page.frameLocator('iframe[title^="3D Secure"]');
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    await page.getByText('the card wasn’t accepted').waitFor();
    expect(await sent()).toEqual([]);
    await typeCard(VISA);
    await submit().click();
    await isPaid();
    expect(await sent()).toHaveLength(1);
  });
});

describe('a recipient', () => {
  test('who has changed the price is paid the new one after another press', async () => {
    const { recipient, sent } = await atPayment();
    await recipient.setsPrice({ price: '30.00', perMonth: '10' });
    await submit().click();
    await page.getByText('The price is now $30').waitFor();
    expect(await sent()).toEqual([]);
    await submit().click();
    await isPaid();
    expect(await sent()).toMatchObject([{ price: 30 }]);
  });

  test('who has blocked the sender gets nothing, and the draft is kept', async () => {
    const { recipient, letter, sent } = await atPayment();
    await recipient.blocks(ben);
    await submit().click();
    await page.getByText('Nothing was sent or charged, and your draft is kept.').waitFor();
    expect(await sent()).toEqual([]);
    const draft = await ben.draftTo(recipient);
    expect(draft).toMatchObject({ messageSubject: letter.subject });
  });
});

describe('a payment', () => {
  test('whose response is lost is the same payment at the next press', async () => {
    const { sent } = await atPayment();
    await page.route(
      '**/api/createInbox',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      // The app repeats the call once by itself.
      { times: 2 },
    );
    await submit().click();
    await page.getByText('It’s safe to try again').waitFor();
    await submit().click();
    await isPaid();
    expect(await sent()).toHaveLength(1);
  });

  test('is made once by a double press', async () => {
    const { sent } = await atPayment();
    const payment = await holdRequests(page, '**/api/createInbox');
    await submit().evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByRole('button', { name: 'Processing...' }).waitFor();
    payment.release();
    await isPaid();
    expect(payment.requested()).toBe(1);
    expect(await sent()).toHaveLength(1);
  });

  test('whose page is reloaded meanwhile is the same payment at the next press', async () => {
    const { sent } = await atPayment();
    const paid = new Promise<void>((handled) => {
      void page.route(
        '**/api/createInbox',
        async (route) => {
          await route.fetch();
          handled();
        },
        { times: 1 },
      );
    });
    await submit().click();
    await paid;
    await page.reload();
    await page.getByText('Your last attempt was interrupted').waitFor();
    await submit().click();
    await isPaid();
    expect(await sent()).toHaveLength(1);
  });

  test('in a second tab is refused once the first has paid', async () => {
    const { address, sent } = await atPayment();
    const second = await page.context().newPage();
    await second.goto(address);
    await submit(second).waitFor();
    await submit().click();
    await isPaid();
    await submit(second).click();
    await second.getByText('One letter at a time').waitFor();
    expect(await sent()).toHaveLength(1);
    await second.close();
  });
});

test('an answer that is sent without a connection is kept, and arrives once it is back', async () => {
  const { username, recipient, letter, sent } = await recipientOfLetter();
  const { paidResponsePrice } = await ben.profileOf(recipient);
  await ben.pays(recipient, { ...letter, price: String(paidResponsePrice) });
  const ana = await openPhone(product.browser, product.local.url);
  await signIn(ana.page, username, PASSWORD);
  await ana.page.goto(paths.answer());
  await ana.page.getByRole('button', { name: /^Answer and earn/ }).click();
  await ana.page.getByRole('textbox', { name: 'Your answer to Ben' }).fill(ANSWER);
  await ana.page.getByRole('radio', { name: 'Me', exact: true }).click();
  await ana.context.setOffline(true);
  await ana.page.getByRole('button', { name: /^Send and earn/ }).click();
  await ana.page.getByText('1 answer isn’t sent yet').waitFor();
  expect(await sent()).toMatchObject([{ status: 'PENDING' }]);
  await ana.context.setOffline(false);
  await ana.page.getByText('Your answer to Ben was sent').waitFor();
  expect(await sent()).toMatchObject([{ status: 'OPEN', moneyState: 'CHARGED' }]);
  await ana.context.close();
});

test('a session that has ended returns to the payment after the sign-in, which is made once', async () => {
  const { address, sent } = await atPayment();
  await page.context().clearCookies();
  await submit().focus();
  await product.local.advance(TOKEN_IS_OVER);
  // The screen may find out by itself before the press, which then presses nothing.
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.login()}`);
  await sendSignIn(page, 'ben.okafor', PASSWORD);
  await page.waitForURL(`**${address}`);
  await submit().click();
  await isPaid();
  ben = await signInOver(product.local.url, 'ben.okafor', PASSWORD);
  expect(await sent()).toHaveLength(1);
});
