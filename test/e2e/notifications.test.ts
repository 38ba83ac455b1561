import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Local } from '../../lib/local/local.ts';
import { paths } from '../../web/src/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import { Person } from '../support/client.ts';
import { look } from '../support/looking.ts';

/*
 * Being told, on the phone of a creator: asked when it means something, turned on, told, tapped, turned off. The browser
 * here has no push service of its own, so what arrived at this machine's is handed to the real service worker the way
 * a browser hands it over.
 */

const PASSWORD = 'Letters-4-all';
const QUESTION = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;

type Phone = Awaited<ReturnType<typeof openPhone>>;

let product: Product;
let local: Local;
let browser: Browser;
let phone: Phone;
let page: Page;
const ana = { userId: '', username: 'ana.markovic' };
let senders = 0;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ({ local, browser } = product);
  const creator = await newPerson('Ana Marković', ana.username);
  ana.userId = creator.userId;
  phone = await openPhone(browser, local.url);
  page = phone.page;
  await countQuestions(phone.context);
  await signIn(page, ana.username, PASSWORD);
}, 180_000);

afterAll(() => product?.stop());

async function newPerson(fullName: string, username: string): Promise<Person> {
  senders += 1;
  const person = new Person(local.url);
  const phoneNumber = `(555) 555-0${100 + senders}`;
  await person.register({
    ...{ fullName, username, phoneNumber, password: PASSWORD },
    ...{ price: '25.00', commitment: '20' },
  });
  return person;
}

/** Somebody new pays for an answer; resolves with the conversation's id when whoever hears of it has heard. */
async function somebodyPays(messageSubject: string): Promise<string> {
  const sender = await newPerson(`Sender ${senders}`, `sender.${senders}`);
  const paid = await sender.post('createInboxWithPayment', {
    ...{ recipientId: ana.userId, messageSubject, messageText: QUESTION },
    ...{ creditCardName: 'A Sender', paymentMethodId: 'pm_card_visa' },
  });
  expect(paid.body.status).toBe('SUCCESS');
  await local.drain();
  return paid.body.data[0].id;
}

type Arrival = { id: string; to: string; title: string; body: string; url: string; tag: string };

const arrivals = async (): Promise<Arrival[]> =>
  (await new Person(local.url).read(`/_local/push?userId=${ana.userId}`)).data;

async function newest(): Promise<Arrival> {
  const [arrival] = await arrivals();
  if (!arrival) throw new Error('nothing arrived');
  return arrival;
}

/** How often a page asked the browser's own question. */
async function countQuestions(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1));
      return ask();
    };
  });
}
const timesAsked = () => page.evaluate(() => Number(sessionStorage.getItem('asked')));

const ask = () => page.getByRole('button', { name: 'Turn on notifications' });
const shown = () =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype;
    const all = await getNotifications.call(await navigator.serviceWorker.ready);
    return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

/** Hands a message to the service worker as the browser does when its push service brings one; it is shown then. */
async function deliver(message: Arrival): Promise<void> {
  const arrived = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => {
          if (data?.type === 'arrived') resolve();
        });
      }),
  );
  const session = await phone.context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: local.url,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  });
  await arrived;
  await session.detach();
}

/** Taps the notification that is shown: the browser's own tap cannot be reached from outside, so its event is made. */
async function tap(): Promise<void> {
  const [worker] = phone.context.serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  await worker.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('nothing is shown');
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

let stopped = false;

/** One step of the story: not tried when one before it failed. */
function step(sentence: string, walk: () => Promise<void>): void {
  test(sentence, async () => {
    if (stopped) throw new Error('a step before this one failed');
    stopped = true;
    await walk();
    stopped = false;
  }, 90_000);
}

let first: string;

step('nobody is asked before anything has come', async () => {
  await page.goto(paths.inbox());
  await page.getByText('NO MESSAGES AT THIS TIME').waitFor();
  expect(await ask().count()).toBe(0);
  expect(await timesAsked()).toBe(0);
});

step(
  'with the first message a card of ours asks, and the browser does only after a press',
  async () => {
    first = await somebodyPays('A dry winter');
    await page.goto(paths.inbox());
    await ask().waitFor();
    expect(await look(phone, 'the inbox that asks')).toEqual([]);
    expect(await timesAsked()).toBe(0);
    await phone.context.grantPermissions(['notifications'], { origin: local.url });
    await ask().click();
    await page.getByText('You will be told on this device.').waitFor();
    expect(await timesAsked()).toBe(1);
  },
);

step('what comes now is told, and shown by the service worker without a name', async () => {
  // From the second visit on the worker has the app in hand.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(paths.dashboard());
  first = await somebodyPays('A very dry winter');
  const arrived = await newest();
  expect(arrived).toMatchObject({
    title: 'A paid message is waiting',
    url: paths.inboxViewer(first),
  });
  await deliver(arrived);
  await page.waitForFunction(someShown);
  expect(await shown()).toMatchObject([
    {
      title: 'A paid message is waiting',
      body: 'You have 10 days to answer it.',
      tag: `conversation:${first}`,
    },
  ]);
});

step('a tap opens the conversation in the window that is open', async () => {
  await tap();
  await page.waitForURL(`**${paths.inboxViewer(first)}`);
  await page.getByRole('heading', { name: 'A very dry winter' }).waitFor();
  await nothingShown();
});

step('what is on the screen already does not ring, and what comes twice neither', async () => {
  const arrived = await newest();
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
  await page.goto(paths.dashboard());
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
});

step(
  'a push that cannot be read is shown as news, because browsers insist on something',
  async () => {
    await page.goto(paths.settings());
    await deliver('what?' as unknown as Arrival);
    await page.waitForFunction(someShown);
    expect(await shown()).toMatchObject([{ title: 'ReplyPaid', body: 'There is news for you.' }]);
    // It leads to the dashboard: looking there puts it away.
    await page.goto(paths.dashboard());
    await nothingShown();
  },
);

step('with the wish for names and subjects they are told', async () => {
  await page.goto(paths.settings());
  await page.getByRole('checkbox', { name: /Tell me on this device/ }).waitFor();
  expect(await look(phone, 'settings, told')).toEqual([]);
  await page.getByRole('checkbox', { name: /Show names and subjects/ }).click();
  await page.waitForFunction(
    () => JSON.parse(localStorage.getItem('notifications') ?? '{}').showText === true,
  );
  await somebodyPays('Cracks in the top');
  expect(await newest()).toMatchObject({
    to: 'Ana Marković',
    title: expect.stringMatching(/^Sender \d+ paid for your answer$/),
    body: 'Cracks in the top',
  });
});

step('turned off, nothing comes any more; turned on again, it does', async () => {
  const before = (await arrivals()).length;
  const here = page.getByRole('checkbox', { name: /Tell me on this device/ });
  await here.click();
  await page.getByRole('checkbox', { name: /Show names/ }).waitFor({ state: 'detached' });
  await somebodyPays('Nobody hears this');
  expect(await arrivals()).toHaveLength(before);
  await here.click();
  await page.getByRole('checkbox', { name: /Show names/ }).waitFor();
  await somebodyPays('Somebody hears this');
  expect(await arrivals()).toHaveLength(before + 1);
});

step('signed out, the device is told nothing', async () => {
  const before = (await arrivals()).length;
  await page.goto(paths.logout());
  await page.waitForURL(`**${paths.login()}`);
  await somebodyPays('After signing out');
  expect(await arrivals()).toHaveLength(before);
  expect(await page.evaluate(() => localStorage.getItem('notifications'))).toBeNull();
});

step('who says "Not now" is not asked again, neither there nor elsewhere', async () => {
  const other = await openPhone(browser, local.url, 'dark');
  page = other.page;
  await countQuestions(other.context);
  await signIn(page, ana.username, PASSWORD);
  await page.goto(paths.paymentSuccess());
  await page.getByRole('button', { name: 'Not now' }).click();
  await ask().waitFor({ state: 'detached' });
  await page.goto(paths.inbox());
  await page.getByText('After signing out').waitFor();
  expect(await ask().count()).toBe(0);
  expect(await timesAsked()).toBe(0);
});

/** Runs in the page. */
async function someShown(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).length > 0;
}

/** Waits until every notification is put away. */
const nothingShown = () =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).length === 0;
  });
