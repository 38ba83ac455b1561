import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { lettersOf } from '#lib/letters-of-number.ts';
import { CATEGORIES } from '#shared/rules/profiles/categories.ts';
import { clientAt, Refused, type SignedIn } from './client.ts';
import { type Report, type Spread, spreadOf } from './report.ts';
import { untilDelivered } from './stripe-times.ts';

/* Measurements of a deployed stage, made by two test users over its public address. */

export type People = { readonly sender: SignedIn; readonly recipient: SignedIn };

/** Measures sequential calls of each operation, after three warm-up calls. */
export async function measureWarm(
  address: string,
  { sender, recipient }: People,
  count: number,
): Promise<Record<string, Spread>> {
  const anyone = clientAt(address);
  const username = recipient.username;
  const calls = {
    getStripePublishableKey: () => anyone.call('GET', '/api/getStripePublishableKey'),
    viewUserProfile: () => anyone.call('GET', '/api/viewUserProfile', { username }),
    checkUser: () => sender.client.call('GET', '/api/checkUser'),
    viewDashboardStats: () => sender.client.call('GET', '/api/viewDashboardStats'),
    viewOrderList: () => sender.client.call('GET', '/api/viewOrderList'),
    viewInboxList: () => recipient.client.call('GET', '/api/viewInboxList'),
    searchUsers: () =>
      sender.client.call('POST', '/api/searchUsers', { searchText: username.slice(0, 6) }),
  };
  const warm: Record<string, Spread> = {};
  for (const [name, call] of Object.entries(calls)) {
    for (let nth = 0; nth < 3; nth += 1) await call();
    const times: number[] = [];
    for (let nth = 0; nth < count; nth += 1) times.push((await call()).milliseconds);
    warm[name] = spreadOf(times);
  }
  return warm;
}

const QUESTION = 'How do I keep a violin from cracking in a dry winter? '.repeat(2);
const ANSWER = `<p>${'Keep it in its case with a damp sponge, and measure the air in the room. '.repeat(4)}</p>`;

/**
 * Measures one message that is paid with Stripe's test card, answered, and read, and how long after the payment the index has it
 * and the webhook is delivered. Skipped on a stage with live keys.
 */
export async function measureConversation(
  address: string,
  { sender, recipient }: People,
): Promise<Report['conversation']> {
  const { publishableKey } = z
    .looseObject({ publishableKey: z.string() })
    .parse(await clientAt(address).call('GET', '/api/getStripePublishableKey'));
  if (!publishableKey.startsWith('pk_test_')) return { skipped: 'the stage takes real money' };
  const steps: { step: string; milliseconds: number }[] = [];
  const step = async (
    { client }: SignedIn,
    name: string,
    method: 'GET' | 'POST',
    input: Record<string, string>,
  ) => {
    const answered = await client.call(method, `/api/${name}`, input);
    steps.push({ step: name, milliseconds: answered.milliseconds });
    return answered;
  };
  try {
    const shown = await sender.client.call('GET', '/api/viewUserProfile', {
      username: recipient.username,
    });
    const paid = await step(sender, 'createInboxWithPayment', 'POST', {
      recipientId: recipient.userId,
      messageSubject: 'A measurement',
      messageText: QUESTION,
      price: String(shown.data?.[0]?.paidResponsePrice),
      creditCardName: sender.fullName,
      paymentMethodId: 'pm_card_visa',
    });
    const id = paid.data?.[0]?.id ?? '';
    steps.push({
      step: 'until the list has it',
      milliseconds: await untilListed(recipient, id),
    });
    const delivered = await untilDelivered(id);
    if (delivered !== undefined)
      steps.push({ step: 'until Stripe has delivered its webhook', milliseconds: delivered });
    await step(recipient, 'viewInbox', 'GET', { id });
    await step(recipient, 'viewInboxMessages', 'GET', { inboxId: id });
    await step(recipient, 'createInboxMessage', 'POST', {
      inboxId: id,
      conversationStatus: 'COMPLETED',
      messageBody: ANSWER,
    });
    await step(sender, 'viewOrder', 'GET', { id });
    await step(sender, 'viewOrderMessages', 'GET', { orderId: id });
    return steps;
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return { skipped: `after ${steps.length} steps, ${fault.message}` };
  }
}

const TIMEOUT = 30_000;

/** The time (ms) until the inbox lists a new conversation: the delay of the table's index, and that of a request. */
async function untilListed({ client }: SignedIn, id: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < TIMEOUT) {
    const { data = [] } = await client.call('GET', '/api/viewInboxList');
    if (data.some((one) => one.id === id)) return performance.now() - began;
    await pause(50);
  }
  throw new Refused(`the list has no ${id} within ${TIMEOUT / 1_000} seconds`);
}

const found = z.looseObject({ data: z.array(z.looseObject({ username: z.string() })) });
const account = z.looseObject({
  bio: z.nullish(z.string()),
  categoryId: z.nullish(z.string()),
  subCategoryId: z.nullish(z.string()),
});

/**
 * Measures how long a profile change takes through stream, bus and subscriber: renames the sender and searches as the
 * recipient until the new name is found. Always restores the name.
 */
export async function measureDelivery(people: People, count: number): Promise<Report['delivery']> {
  const { sender, recipient } = people;
  const { data = [] } = await sender.client.call('GET', '/api/checkUser');
  const { bio, categoryId, subCategoryId } = account.parse(data[0]);
  const [first] = CATEGORIES;
  const rename = (userFullName: string) =>
    sender.client.call('POST', '/api/updateUserProfile', {
      username: sender.username,
      userFullName,
      userBio: bio ?? '',
      categoryId: categoryId || (first?.id ?? ''),
      subCategoryId: subCategoryId || (first?.subCategories[0]?.id ?? ''),
    });
  const times: number[] = [];
  try {
    for (let nth = 0; nth < count; nth += 1) {
      const name = `Zq${lettersOf(Date.now())}`;
      await rename(name);
      times.push(await untilFound(recipient, name, sender.username));
    }
    return spreadOf(times);
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return { skipped: fault.message };
  } finally {
    await rename(sender.fullName).catch(() => undefined);
  }
}

async function untilFound({ client }: SignedIn, searchText: string, username: string) {
  const began = performance.now();
  while (performance.now() - began < TIMEOUT) {
    const answer = found.parse(await client.call('POST', '/api/searchUsers', { searchText }));
    if (answer.data.some((one) => one.username === username)) return performance.now() - began;
    await pause(200);
  }
  throw new Refused(`not found within ${TIMEOUT / 1_000} seconds`);
}
