import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import {
  type Arrival,
  askCard,
  countQuestions,
  PASSWORD,
  timesAsked,
  toldCreator,
} from '../support/told-creator.ts';

/*
 * Notifications as a full browser shows them: permission, service worker, notification, tap. Only runs where
 * CHROMIUM_PATH names a full browser, since the packaged one denies notifications. The browser has no push service of
 * its own here: what this machine's push service got is handed to the service worker through the developer tools.
 */

type Phone = Awaited<ReturnType<typeof openPhone>>;

let product: Product;
let phone: Phone;
let page: Page;
let ana: Awaited<ReturnType<typeof toldCreator>>;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ana = await toldCreator(product.local);
  phone = await openPhone(product.browser, product.local.url);
  page = phone.page;
  await countQuestions(phone.context);
  await signIn(page, ana.username, PASSWORD);
}, 180_000);

afterAll(() => product?.stop());

async function newest(): Promise<Arrival> {
  const [arrival] = await ana.arrivals();
  if (!arrival) throw new Error('nothing arrived');
  return arrival;
}

const shown = () =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype;
    const all = await getNotifications.call(await navigator.serviceWorker.ready);
    return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

/** Hands a message to the service worker as the browser does when its push service brings one; it is shown then. */
async function deliver(message: Arrival): Promise<void> {
  // Listening has begun before the push is sent: a busy page would otherwise miss the message.
  const arrival = await page.evaluateHandle(() => {
    const heard = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (data?.type === 'arrived') resolve();
      });
    });
    return { heard };
  });
  const session = await phone.context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: product.local.url,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  });
  await arrival.evaluate(({ heard }) => heard);
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

let first: string;

test('the browser asks for its permission only after a press on our card', async () => {
  await ana.somebodyPays('A dry winter');
  await page.goto(paths.inbox());
  await askCard(page).waitFor();
  expect(await timesAsked(page)).toBe(0);
  await phone.context.grantPermissions(['notifications'], { origin: product.local.url });
  await askCard(page).click();
  await page.getByText('You will be told on this device.').waitFor();
  expect(await timesAsked(page)).toBe(1);
});

test('the service worker shows a push without a name', async () => {
  // From the second visit on the worker has the app in hand.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(paths.dashboard());
  first = await ana.somebodyPays('A very dry winter');
  const arrived = await newest();
  expect(arrived).toMatchObject({
    title: 'A paid message is waiting',
    url: paths.inboxViewer(first),
  });
  await deliver(arrived);
  await page.waitForFunction(onlyShown, 'You have 10 days to answer it.');
  expect(await shown()).toMatchObject([
    {
      title: 'A paid message is waiting',
      body: 'You have 10 days to answer it.',
      tag: `conversation:${first}`,
    },
  ]);
});

test('a tap on a notification opens its conversation in the open window', async () => {
  await tap();
  await page.waitForURL(`**${paths.inboxViewer(first)}`);
  await page.getByRole('heading', { name: 'A very dry winter' }).waitFor();
  await nothingShown();
});

test('a push is shown silently and put away when its screen is open or it was shown before', async () => {
  const arrived = await newest();
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
  await page.goto(paths.dashboard());
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
});

test('a push that cannot be read is shown as news, since browsers insist on a notification', async () => {
  await page.goto(paths.settings());
  await deliver('what?' as unknown as Arrival);
  // The browser may still list the notification that the service worker has just put away.
  await page.waitForFunction(onlyShown, 'There is news for you.');
  expect(await shown()).toMatchObject([{ title: 'ReplyPaid', body: 'There is news for you.' }]);
  // It leads to the dashboard: looking there puts it away.
  await page.goto(paths.dashboard());
  await nothingShown();
});

/** Runs in the page: whether a notification with these words is shown, and no other. */
async function onlyShown(words: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const bodies = (await registration.getNotifications()).map(({ body }) => body);
  return bodies.length === 1 && bodies[0] === words;
}

/** Waits until every notification is put away. */
const nothingShown = () =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).length === 0;
  });
