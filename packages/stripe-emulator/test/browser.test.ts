import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startBrowser } from '@replypaid/test-browser';
import axe from 'axe-core';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type Stripe from 'stripe';
import { stripeJsFiles } from '../src/index.ts';
import { holdOf, publishableKey, startEmulator, type TestEmulator } from './emulator.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-src 'self'; connect-src 'self'";

const shop = `<!doctype html><html lang="en"><title>Shop</title><body>
<div id="number"></div><div id="expiry"></div><div id="cvc"></div><div id="wallets"></div>
<script src="/_local/stripe-js/v3.js"></script><script src="/shop.js"></script></body></html>`;

/** The script of a page that uses Stripe.js; it stores every event and message that the page receives. */
const shopJs = `
window.stripe = Stripe('${publishableKey}');
const elements = stripe.elements({ locale: 'en' });
window.heard = [];
window.number = elements.create('cardNumber', { style: { base: { color: '#123456', '::placeholder': { color: '#654321' } } } });
for (const [element, place] of [[number, '#number'], [elements.create('cardExpiry'), '#expiry'], [elements.create('cardCvc'), '#cvc']]) {
  for (const name of ['ready', 'change', 'focus', 'blur']) element.on(name, (event) => heard.push({ name, ...event }));
  element.mount(place);
}
window.openWallets = (group, options) => {
  window.group = stripe.elements(group);
  const wallets = window.group.create('expressCheckout', options);
  for (const name of ['ready', 'cancel', 'loaderror']) wallets.on(name, (event) => heard.push({ name, ...event }));
  wallets.on('click', (event) => {
    heard.push({ name: 'click', wallet: event.expressPaymentType });
    event.resolve({ lineItems: [{ name: 'Held until Ana answers', amount: group.amount ?? 0 }] });
  });
  wallets.on('confirm', async (event) => {
    await window.group.submit();
    window.made = await stripe.createPaymentMethod({ elements: window.group });
    heard.push({ name: 'confirm', wallet: event.expressPaymentType });
  });
  wallets.mount('#wallets');
};
window.messages = [];
addEventListener('message', ({ data }) => messages.push(JSON.stringify(data)));
`;

interface Heard {
  name: string;
  elementType: string;
  complete?: boolean;
  wallet?: string;
  availablePaymentMethods?: Record<string, boolean>;
  error?: { code: string };
}

interface ShopWindow {
  stripe: {
    createPaymentMethod(data: unknown): Promise<Outcome>;
    handleNextAction(data: { clientSecret: string }): Promise<Outcome>;
  };
  number: { focus(): void; update(options: unknown): void };
  openWallets(group: object, options?: object): void;
  group: { update(options: object): void };
  made: Outcome;
  heard: Heard[];
  messages: string[];
}

interface Outcome {
  error?: { code: string; message: string };
  paymentMethod?: Stripe.PaymentMethod;
  paymentIntent?: Stripe.PaymentIntent;
}

async function passOn(to: string, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(to, {
    method: request.method,
    headers: {
      authorization: request.headers.authorization ?? '',
      ...(chunks.length > 0 && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  response
    .writeHead(answer.status, { 'content-type': 'application/json' })
    .end(await answer.text());
}

/** Serves the page, Stripe.js and Stripe's API from one origin, as the local product does. */
async function serveShop({ emulator }: TestEmulator): Promise<Server> {
  const html = 'text/html; charset=utf-8';
  const files: Record<string, { contentType: string; text: string }> = {
    '/': { contentType: html, text: shop },
    '/shop.js': { contentType: 'text/javascript', text: shopJs },
    ...Object.fromEntries(
      Object.entries(await stripeJsFiles()).map(([name, file]) => [
        `/_local/stripe-js/${name}`,
        file,
      ]),
    ),
  };
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.invalid');
    const file = files[pathname];
    const api = '/_local/stripe-api';
    if (file) {
      const headers = { 'content-type': file.contentType, 'content-security-policy': policy };
      response.writeHead(200, headers).end(file.text);
    } else if (pathname.startsWith(api)) {
      void passOn(`${emulator.url}${request.url?.slice(api.length)}`, request, response);
    } else response.writeHead(404).end();
  });
}

let browser: Browser;
let world: TestEmulator;
let server: Server;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(() => browser.close());

beforeEach(async () => {
  world = await startEmulator({ now: Date.now });
  server = await serveShop(world);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  page = await browser.newPage();
  complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 402/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(
    () =>
      (window as unknown as ShopWindow).heard.filter(({ name }) => name === 'ready').length === 3,
  );
});

afterEach(async () => {
  await page.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  expect(complaints).toEqual([]);
});

const field = (name: string) => {
  const titles: Record<string, string> = {
    cardnumber: 'Secure card number input frame',
    'exp-date': 'Secure expiration date input frame',
    cvc: 'Secure CVC input frame',
  };
  return page.frameLocator(`iframe[title='${titles[name]}']`).locator(`input[name='${name}']`);
};

/** Waits until the page has received an event of a card field with these properties. */
const hears = (expected: Partial<Heard>) =>
  page.waitForFunction(
    ({ error, ...rest }) =>
      (window as unknown as ShopWindow).heard.some(
        (event) =>
          event.error?.code === error?.code &&
          Object.entries(rest).every(([key, value]) => event[key as keyof Heard] === value),
      ),
    expected,
  );

async function type(card: string): Promise<void> {
  await field('cardnumber').fill(card);
  await field('exp-date').fill('12 / 40');
  await field('cvc').fill('123');
  await page.waitForFunction(
    () => (window as unknown as ShopWindow).heard.filter(({ complete }) => complete).length >= 3,
  );
}

const createPaymentMethod = () =>
  page.evaluate(() => {
    const { stripe, number } = window as unknown as ShopWindow;
    return stripe.createPaymentMethod({
      type: 'card',
      card: number,
      billing_details: { name: 'Ada' },
    });
  });

describe('the card fields', () => {
  test('create a payment method from the typed card, which the page cannot read', async () => {
    await type('5555555555554444');
    const { paymentMethod } = await createPaymentMethod();
    expect(paymentMethod).toMatchObject({
      card: { brand: 'mastercard', last4: '4444' },
      billing_details: { name: 'Ada' },
    });
    expect(world.emulator.read('paymentMethods')).toMatchObject([{ id: paymentMethod?.id }]);
    const known = await page.evaluate(() => {
      const { heard, messages } = window as unknown as ShopWindow;
      return JSON.stringify(heard) + messages.join();
    });
    expect(known).toContain('"complete":true');
    // The last four digits and the expiry are public in the PaymentMethod; the page must not see other card data.
    expect(known).not.toMatch(/5555|12 \/ 40|"123"/);
  });

  test('have the style that the page sets, and follow its changes', async () => {
    const color = () => field('cardnumber').evaluate((input) => getComputedStyle(input).color);
    expect(await color()).toBe('rgb(18, 52, 86)');
    await page.evaluate(() => {
      const style = { base: { color: '#fedcba' } };
      (window as unknown as ShopWindow).number.update({ style });
    });
    // The frame handles its messages in order.
    await page.evaluate(() => (window as unknown as ShopWindow).number.focus());
    await hears({ name: 'focus' });
    expect(await color()).toBe('rgb(254, 220, 186)');
  });

  test('report their focus, their errors, and whether they are complete', async () => {
    await page.evaluate(() => (window as unknown as ShopWindow).number.focus());
    await hears({ name: 'focus', elementType: 'cardNumber' });
    await page.keyboard.type('4242424242424241');
    await hears({ complete: false, error: { code: 'invalid_number' } });
    expect(await field('cardnumber').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await hears({ elementType: 'cardNumber', complete: true });
    expect(await field('cardnumber').getAttribute('aria-invalid')).toBe('false');
    await page.keyboard.press('Tab');
    await hears({ name: 'blur', elementType: 'cardNumber' });
    await hears({ name: 'focus', elementType: 'cardExpiry' });
  });

  test('take no text before their script listens to it', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/card-field.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    const input = page
      .frameLocator("iframe[title='Secure card number input frame']")
      .locator('input');
    expect(await input.isEnabled()).toBe(false);
    release();
    await type('4242424242424242');
    expect((await createPaymentMethod()).error).toBeUndefined();
  });

  test('are accessible', async () => {
    for (const frame of page.frames().slice(1)) {
      await frame.evaluate(axe.source);
      // Only the WCAG rules: landmarks and a heading belong to the page around the frames.
      const found = await frame.evaluate(() =>
        (window as unknown as { axe: typeof axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa'] }),
      );
      expect(found.violations.map(({ id }) => id)).toEqual([]);
    }
    const names = ['cardnumber', 'exp-date', 'cvc'].map((name) =>
      field(name).getAttribute('aria-label'),
    );
    expect(await Promise.all(names)).toEqual([
      'Credit or debit card number',
      'Credit or debit card expiration date',
      'Credit or debit card CVC/CVV',
    ]);
  });

  test('report missing input', async () => {
    expect((await createPaymentMethod()).error).toMatchObject({ code: 'incomplete_number' });
    await field('cardnumber').fill('4242424242424242');
    await hears({ complete: true });
    expect((await createPaymentMethod()).error).toMatchObject({ code: 'incomplete_expiry' });
  });

  test('make a payment method of what is typed, although the page has not heard of it yet', async () => {
    const created = await page.evaluate(() => {
      const { stripe, number } = window as unknown as ShopWindow;
      for (const [place, text] of ['4242424242424242', '12 / 40', '123'].entries()) {
        const { document } = window.frames[place] as Window;
        const input = document.querySelector('input') as HTMLInputElement;
        input.value = text;
        input.dispatchEvent(new Event('input'));
      }
      // In the same turn, before any message of a frame arrives.
      return stripe.createPaymentMethod({ type: 'card', card: number });
    });
    expect(created).toMatchObject({ paymentMethod: { card: { last4: '4242' } } });
  });

  test('show the API’s errors about a card', async () => {
    await type('4111111111111111');
    expect((await createPaymentMethod()).error).toMatchObject({ code: 'card_declined' });
  });
});

describe('the Express Checkout Element', () => {
  const payment = {
    mode: 'payment',
    amount: 2500,
    currency: 'usd',
    paymentMethodCreation: 'manual',
  };
  const buttons = () => page.frameLocator("iframe[title='Secure payment button frame']");
  const sheet = (name: string) => page.frameLocator(`iframe[title='${name} – test wallet']`);

  async function open(group: object = payment, options: object = {}): Promise<void> {
    await page.evaluate(
      ([first, second]) => (window as unknown as ShopWindow).openWallets(first as object, second),
      [group, options],
    );
    await hears({ name: 'ready', elementType: 'expressCheckout' });
  }

  test('shows a button for each wallet that is offered and wanted, and says which', async () => {
    await open(payment, {
      buttonHeight: 52,
      layout: { maxColumns: 2 },
      paymentMethods: { googlePay: 'never' },
    });
    await buttons().getByRole('button', { name: 'Pay with Link' }).waitFor();
    expect(await buttons().getByRole('button').count()).toBe(2);
    expect((await page.locator('#wallets').boundingBox())?.height).toBe(52);
    const heard = await page.evaluate(() => (window as unknown as ShopWindow).heard.at(-1));
    expect(heard?.availablePaymentMethods).toMatchObject({ applePay: true, googlePay: false });
  });

  test('pays with the card that is chosen in the sheet', async () => {
    await open();
    await buttons().getByRole('button', { name: 'Pay with Apple Pay' }).click();
    await sheet('Apple Pay').getByText('Held until Ana answers').waitFor();
    await sheet('Apple Pay').getByLabel('Card').selectOption('Mastercard 4444, approved');
    await sheet('Apple Pay').getByRole('button', { name: 'Pay' }).click();
    await hears({ name: 'confirm', wallet: 'apple_pay' });
    const { paymentMethod } = await page.evaluate(() => (window as unknown as ShopWindow).made);
    expect(paymentMethod).toMatchObject({ card: { last4: '4444', wallet: { type: 'apple_pay' } } });
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('is canceled by Close and by Escape, and then makes nothing', async () => {
    await open();
    for (const leave of [
      () => sheet('Google Pay').getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.evaluate(() => (window as unknown as ShopWindow).heard.splice(0));
      await buttons().getByRole('button', { name: 'Pay with Google Pay' }).click();
      await sheet('Google Pay').getByText('Held until Ana answers').waitFor();
      await leave();
      await hears({ name: 'cancel' });
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    expect(world.emulator.read('paymentMethods')).toEqual([]);
  });

  test('asks for the amount that the page has updated', async () => {
    await open();
    await page.evaluate(() => (window as unknown as ShopWindow).group.update({ amount: 3000 }));
    await buttons().getByRole('button', { name: 'Pay with Link' }).click();
    await sheet('Link').getByText('$30.00').waitFor();
  });

  test('saves a card without an amount', async () => {
    await open({ mode: 'setup', currency: 'usd', paymentMethodCreation: 'manual' });
    await buttons().getByRole('button', { name: 'Pay with Link' }).click();
    await sheet('Link').getByRole('button', { name: 'Save' }).click();
    await hears({ name: 'confirm' });
    const { paymentMethod } = await page.evaluate(() => (window as unknown as ShopWindow).made);
    expect(paymentMethod).toMatchObject({ type: 'link' });
  });

  test('and its sheet are accessible', async () => {
    await open();
    await buttons().getByRole('button', { name: 'Pay with Link' }).click();
    await sheet('Link').getByText('Held until Ana answers').waitFor();
    for (const frame of page.frames().filter((one) => /wallet/.test(one.url()))) {
      await frame.evaluate(axe.source);
      const found = await frame.evaluate(() =>
        (window as unknown as { axe: typeof axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa'] }),
      );
      expect(found.violations.map(({ id }) => id)).toEqual([]);
    }
  });
});

describe('the authentication page of the bank', () => {
  let bank: FrameLocator;
  let waiting: Stripe.PaymentIntent;
  let outcome: Promise<Outcome>;

  beforeEach(async () => {
    waiting = await world.stripe.paymentIntents.create(
      holdOf(12345, 'pm_card_authenticationRequired'),
    );
    outcome = page.evaluate(
      (clientSecret) => (window as unknown as ShopWindow).stripe.handleNextAction({ clientSecret }),
      waiting.client_secret ?? '',
    );
    bank = page.frameLocator("iframe[title='3D Secure – test bank']");
    await bank.getByText('$123.45').waitFor();
  });

  test('completes the payment, and closes', async () => {
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    expect(await outcome).toMatchObject({ paymentIntent: { status: 'requires_capture' } });
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  test('fails the payment', async () => {
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    expect((await outcome).error?.code).toBe('payment_intent_authentication_failure');
    expect((await world.stripe.paymentIntents.retrieve(waiting.id)).status).toBe(
      'requires_payment_method',
    );
  });

  test('treats Escape as a refusal', async () => {
    await page.keyboard.press('Escape');
    expect((await outcome).error?.code).toBe('payment_intent_authentication_failure');
  });

  test('is accessible', async () => {
    const frame = page
      .frames()
      .find((candidate) => candidate.url().includes('authentication.html'));
    await frame?.evaluate(axe.source);
    const found = await frame?.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(found?.violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Enter');
    expect((await outcome).paymentIntent?.status).toBe('requires_capture');
  });
});

test('a typed card pays once its holder is authenticated', async () => {
  await type('4000002760003184');
  const { paymentMethod } = await createPaymentMethod();
  const intent = await world.stripe.paymentIntents.create(holdOf(1000, paymentMethod?.id ?? ''));
  const outcome = page.evaluate(
    (clientSecret) => (window as unknown as ShopWindow).stripe.handleNextAction({ clientSecret }),
    intent.client_secret ?? '',
  );
  await page.frameLocator("iframe[title='3D Secure – test bank']").getByText('Complete').click();
  expect((await outcome).paymentIntent?.status).toBe('requires_capture');
});
