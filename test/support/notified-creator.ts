import type { BrowserContext, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { type HttpPerson, readLocal, registerOver } from './client.ts';

/* A creator whose phone receives notifications, and the users who pay for answers; for browser tests. */

export const PASSWORD = 'Letters-4-all';
const QUESTION = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;

/** A push message that the local push service stored, decrypted. */
export type Arrival = {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
};

export type NotifiedCreator = {
  readonly userId: string;
  readonly username: string;
  /** Creates a user who pays for an answer. Resolves with the conversation's id once its notifications were sent. */
  readonly somebodyPays: (subject: string) => Promise<string>;
  /** The push messages to the creator's devices, newest first. */
  readonly arrivals: () => Promise<readonly Arrival[]>;
};

/** Registers the creator in a world without seeded data. */
export async function startNotifiedCreator(local: Local): Promise<NotifiedCreator> {
  let people = 0;
  const newPerson = async (fullName: string, username: string): Promise<HttpPerson> => {
    people += 1;
    return registerOver(local.url, {
      fullName,
      username,
      phoneNumber: `(555) 555-0${100 + people}`,
      password: PASSWORD,
      price: '25.00',
      perMonth: '20',
    });
  };
  const username = 'ana.markovic';
  const creator = await newPerson('Ana Marković', username);
  const userId = creator.id;
  return {
    userId,
    username,
    async somebodyPays(subject) {
      const sender = await newPerson(`Sender ${people}`, `sender.${people}`);
      const card = { card: 'pm_card_visa', nameOnCard: 'A Sender' };
      const { id } = await sender.pays(creator, { ...card, subject, text: QUESTION });
      await local.drain();
      return id;
    },
    arrivals: async () => (await readLocal(local.url, `/_local/push?userId=${userId}`)).data,
  };
}

/** Counts the permission prompts of a page; `permissionPrompts` reads the count. Call before the first page opens. */
export async function countPermissionPrompts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1));
      return ask();
    };
  });
}

export const permissionPrompts = (page: Page) =>
  page.evaluate(() => Number(sessionStorage.getItem('asked')));

/** The button that turns on notifications for this device. */
export const notificationButton = (page: Page) =>
  page.getByRole('button', { name: 'Turn on notifications' });
