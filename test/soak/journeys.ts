import { setTimeout as pause } from 'node:timers/promises';
import { lettersOf } from '#lib/letters-of-number.ts';
import type { Answer, Client, Network } from './client.ts';
import { CARD, DECLINED_CARD, type Pair, type People, PRICE, register } from './people.ts';
import type { WriteLog } from './write-log.ts';

/* The loops of calls that the soak repeats for its people. Each loop has people of its own, so that their writes have an order. */

export type Run = {
  readonly network: Network;
  readonly log: WriteLog;
  readonly people: People;
  readonly isOver: () => boolean;
  /** Everybody who registers during the run is added. */
  readonly newcomers: Client[];
};

const NEWCOMER_PAUSE_MS = 20_000;
let wordCount = 0;

/** A word that no other text has. */
function newUniqueWord(): string {
  wordCount += 1;
  return `word${lettersOf(wordCount)}zz`;
}

/** Finds the words of `newUniqueWord` in a text. */
export const uniqueWordsIn = (text: unknown): string[] => String(text).match(/word[a-j]+zz/g) ?? [];

const textOf = (word: string) =>
  `<p>${word} ${'Keep it in its case with a damp sponge, and measure the air. '.repeat(4)}</p>`;
const chance = (share: number) => Math.random() < share;
const oneOf = <One>(all: readonly One[]) => all[Math.floor(Math.random() * all.length)] as One;
const think = () => pause(Math.random() * 1_000);

/** Runs all loops until the run is over. Rejects when one fails. */
export async function runJourneys(run: Run): Promise<void> {
  const { senders, pairs } = run.people;
  await Promise.all([
    ...senders.map((sender) => repeat(run, () => correspond(run, sender))),
    ...pairs.map((pair) => repeat(run, () => chat(run, pair))),
    repeat(run, () => join(run)),
  ]);
}

async function repeat({ isOver }: Run, journey: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await journey();
    await think();
  }
}

/** Looks around, saves a draft, pays for a message, and goes on with it in one of the usual ways. */
async function correspond(run: Run, sender: Client): Promise<void> {
  const recipient = oneOf(run.people.recipients);
  await sender.get('viewUserProfile', { username: recipient.username });
  await sender.get('viewOrderList');
  if (chance(0.5)) await saveDraft(run, sender, recipient);
  await think();
  const id = await order(run, sender, recipient);
  if (id === undefined) return;
  await think();
  await recipient.get('viewInboxList');
  await recipient.post('markInboxAsRead', { inboxId: id });
  const choice = Math.random();
  if (choice < 0.2) await end(run, sender, 'cancelOrder', { inboxId: id, reasonCode: 'MISTAKE' });
  else if (choice < 0.4) await end(run, recipient, 'declineInbox', { inboxId: id });
  else await answer(run, { id, sender, recipient });
}

async function order({ log }: Run, sender: Client, recipient: Client) {
  const word = newUniqueWord();
  const paid = await sender.post('createInboxWithPayment', {
    recipientId: recipient.userId,
    messageSubject: word,
    messageText: textOf(''),
    price: PRICE,
    creditCardName: 'Soak Sender',
    paymentMethodId: chance(0.1) ? DECLINED_CARD : CARD,
  });
  log.create('orders', word, paid.outcome);
  const id = paid.body.data?.[0]?.id;
  return paid.outcome === 'acknowledged' && id ? String(id) : undefined;
}

/** Ends a conversation: its id with its new status is found once. */
async function end({ log }: Run, person: Client, operation: string, fields: object) {
  const { inboxId } = fields as { inboxId: string };
  const { outcome } = await person.post(operation, { ...fields });
  log.create(operation, `${operation} ${inboxId}`, outcome);
}

type Conversation = { readonly id: string; readonly sender: Client; readonly recipient: Client };

async function answer(run: Run, { id, sender, recipient }: Conversation): Promise<void> {
  const stays = chance(0.3);
  const write = async (kind: string, person: Client, operation: string, fields: object) => {
    const word = newUniqueWord();
    const messageBody = textOf(word);
    const { outcome } = await person.post(operation, { ...fields, messageBody });
    run.log.create(kind, word, outcome);
  };
  const conversationStatus = stays ? 'OPEN' : 'COMPLETED';
  await write('answers', recipient, 'createInboxMessage', {
    inboxId: id,
    conversationStatus,
    messageKind: 'PAID_RESPONSE',
  });
  await think();
  await sender.get('viewOrderMessages', { orderId: id });
  if (stays)
    await write('replies', sender, 'createOrderMessage', {
      orderId: id,
      conversationStatus,
    });
  else if (chance(0.2)) await claim(run, { id, sender, recipient });
}

/** The sender claims that the message was not answered, and the recipient gives the money back: a refund of a captured payment. */
async function claim(run: Run, { id, sender, recipient }: Conversation): Promise<void> {
  const text = 'It does not answer what I asked, not one word of it.';
  const claimed = await sender.post('claimAnswer', { orderId: id, reason: 'NOT_ADDRESSED', text });
  if (claimed.outcome !== 'acknowledged') return;
  await think();
  await end(run, recipient, 'giveBackClaim', { inboxId: id });
}

/** Saves a draft. The next save names the version that is stored. */
async function saveDraft({ log }: Run, sender: Client, recipient: Client): Promise<void> {
  const recipientId = recipient.userId;
  const [draft] = (await sender.get('viewDraft', { recipientId })).body.data ?? [];
  const word = newUniqueWord();
  const { outcome } = await sender.post('saveDraft', {
    recipientId,
    messageSubject: word,
    messageText: textOf(''),
    ...(draft && { draftId: draft.id, draftVersion: draft.version }),
  });
  log.replace('drafts', `${sender.username} to ${recipient.username}`, word, outcome);
}

async function chat({ log }: Run, { chatId, members }: Pair): Promise<void> {
  const [writer, reader] = chance(0.5) ? members : [members[1], members[0]];
  const word = newUniqueWord();
  const { outcome } = await writer.post('createChatMessage', { chatId, messageText: word });
  log.create('chat messages', word, outcome);
  const shown: Answer = await reader.get('viewChatMessages', { chatId });
  const newest = shown.body.data?.[0]?.id;
  if (newest) await reader.post('createChatRead', { chatMessageId: newest });
  await pause(2_000);
}

/** Registers somebody and renames them. */
async function join({ network, log, newcomers }: Run): Promise<void> {
  const person = await register(network, 'FREE');
  if (person) {
    newcomers.push(person);
    log.create('accounts', person.username, 'acknowledged');
    const name = `Soak ${newUniqueWord()}`;
    const { outcome } = await person.post('updateUserProfile', {
      username: person.username,
      userFullName: name,
      userBio: '',
      categoryId: 'CATEGORY_07',
      subCategoryId: 'CATEGORY_07_01',
    });
    log.replace('names', person.username, name, outcome);
  }
  await pause(NEWCOMER_PAUSE_MS);
}
