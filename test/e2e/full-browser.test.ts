import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { openPhone, type Product, signIn, startProduct } from '../support/browser.ts';
import {
  type Arrival,
  countPermissionPrompts,
  notificationButton,
  PASSWORD,
  permissionPrompts,
  startNotifiedCreator,
} from '../support/notified-creator.ts';
import { until } from '../support/until.ts';

/*
 * Notifications in a full browser: permission, service worker, notification, tap. Runs only if CHROMIUM_PATH names a
 * full browser, because the packaged one denies notifications. The browser has no push service here: the test passes
 * each push message from the local push service to the service worker through the developer tools.
 */

type Phone = Awaited<ReturnType<typeof openPhone>>;

let product: Product;
let phone: Phone;
let page: Page;
let ana: Awaited<ReturnType<typeof startNotifiedCreator>>;

beforeAll(async () => {
  product = await startProduct({ seed: false });
  ana = await startNotifiedCreator(product.local);
  phone = await openPhone(product.browser, product.local.url, { serviceWorkers: 'allow' });
  page = phone.page;
  await countPermissionPrompts(phone.context);
  await signIn(page, ana.username, PASSWORD);
});

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

/** Delivers a push message to the service worker as the browser would. */
async function deliver(message: Arrival): Promise<void> {
  // Listening starts before the push is sent; otherwise a busy page would miss the message.
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

/** Taps the shown notification by dispatching its event, because a test cannot perform a real tap. */
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

test('the browser asks for permission only after the user presses the app’s notification card', async () => {
  await ana.somebodyPays('A dry winter');
  await page.goto(paths.inbox());
  await notificationButton(page).waitFor();
  expect(await permissionPrompts(page)).toBe(0);
  await phone.context.grantPermissions(['notifications'], { origin: product.local.url });
  await notificationButton(page).click();
  await page.getByText('This device gets notifications.').waitFor();
  expect(await permissionPrompts(page)).toBe(1);
});

test('the service worker shows a push message without a name', async () => {
  // The service worker controls the app from the second visit on.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(paths.dashboard());
  first = await ana.somebodyPays('A very dry winter');
  const arrived = await newest();
  expect(arrived).toMatchObject({
    title: 'A paid letter is waiting',
    url: paths.inboxViewer(first),
  });
  await deliver(arrived);
  await until(() => page.evaluate(onlyShown, 'You have 10 days to answer it.'));
  expect(await shown()).toMatchObject([
    {
      title: 'A paid letter is waiting',
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

test('a push message for the open screen, or one that was shown before, is silent and closed at once', async () => {
  const arrived = await newest();
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
  await page.goto(paths.dashboard());
  await deliver({ ...arrived, id: 'on-the-screen' });
  await nothingShown();
});

test('an unreadable push message shows a general notification, because browsers require one', async () => {
  await page.goto(paths.settings());
  await deliver('what?' as unknown as Arrival);
  // The browser may still list the notification that was just closed.
  await until(() => page.evaluate(onlyShown, 'You have a new notification.'));
  expect(await shown()).toMatchObject([
    { title: 'ReplyPaid', body: 'You have a new notification.' },
  ]);
  // The notification links to the dashboard: opening that closes it.
  await page.goto(paths.dashboard());
  await nothingShown();
});

/** Whether a notification with this text, and no other, is shown. Evaluated in the page. */
async function onlyShown(words: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const bodies = (await registration.getNotifications()).map(({ body }) => body);
  return bodies.length === 1 && bodies[0] === words;
}

/** Waits until no notification is shown. */
const nothingShown = () =>
  until(() =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).length === 0;
    }),
  );
