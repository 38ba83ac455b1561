import { setTimeout as pause } from 'node:timers/promises';
import { lettersOf } from '#lib/letters-of-number.ts';
import type { Deed } from '#lib/local/deeds/calls.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import type { HttpPerson } from '../support/client.ts';
import { type Network, outcomeOf } from './client.ts';
import { CARD, DECLINED_CARD, type Pair, type People, PRICE, register } from './people.ts';
import type { WriteLog } from './write-log.ts';

/* The loops of deeds that the soak repeats for its people. Each loop has people of its own, so that their writes have an order. */

export type Run = {
  readonly network: Network;
  readonly log: WriteLog;
  readonly people: People;
  readonly isOver: () => boolean;
  /** Everybody who registers during the run is added. */
  readonly newcomers: HttpPerson[];
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
    ...pairs.map((pair) => repeat(run, () => talk(run, pair))),
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
async function correspond(run: Run, sender: HttpPerson): Promise<void> {
  const recipient = oneOf(run.people.recipients);
  await outcomeOf(sender.profileOf(recipient));
  await outcomeOf(sender.outbox());
  if (chance(0.5)) await saveDraft(run, sender, recipient);
  await think();
  const order = await pay(run, sender, recipient);
  if (!order) return;
  await think();
  await outcomeOf(recipient.inbox());
  await outcomeOf(recipient.readsLetter(order));
  const choice = Math.random();
  if (choice < 0.2) await end(run, 'cancelOrder', order, sender.cancels(order));
  else if (choice < 0.4) await end(run, 'declineInbox', order, recipient.declines(order));
  else await answer(run, { order, sender, recipient });
}

async function pay({ log }: Run, sender: HttpPerson, recipient: HttpPerson) {
  const word = newUniqueWord();
  const { outcome, result } = await outcomeOf(
    sender.pays(recipient, {
      card: chance(0.1) ? DECLINED_CARD : CARD,
      nameOnCard: 'Soak Sender',
      subject: word,
      text: textOf(''),
      price: PRICE,
    }),
  );
  log.create('orders', word, outcome);
  return result;
}

/** Notes the end of a conversation: its id with its new status is found once. `kind`: the operation that ends it. */
async function end({ log }: Run, kind: string, order: Order, deed: Deed<unknown>) {
  log.create(kind, `${kind} ${order.id}`, (await outcomeOf(deed)).outcome);
}

type Conversation = {
  readonly order: Order;
  readonly sender: HttpPerson;
  readonly recipient: HttpPerson;
};

async function answer(run: Run, { order, sender, recipient }: Conversation): Promise<void> {
  const stays = chance(0.3);
  const write = async (kind: string, deedOf: (text: string) => Deed<unknown>) => {
    const word = newUniqueWord();
    run.log.create(kind, word, (await outcomeOf(deedOf(textOf(word)))).outcome);
  };
  await write('answers', (text) =>
    recipient.answers(order, { text, closes: !stays, kind: 'PAID_RESPONSE' }),
  );
  await think();
  await outcomeOf(sender.readsOrder(order));
  if (stays) await write('replies', (text) => sender.writes(order, { text }));
  else if (chance(0.2)) await claim(run, { order, sender, recipient });
}

/** The sender claims that the message was not answered, and the recipient gives the money back: a refund of a captured payment. */
async function claim(run: Run, { order, sender, recipient }: Conversation): Promise<void> {
  const text = 'It does not answer what I asked, not one word of it.';
  const claimed = await outcomeOf(sender.claims(order, { text }));
  if (claimed.outcome !== 'acknowledged') return;
  await think();
  await end(run, 'giveBackClaim', order, recipient.givesBack(order));
}

/** Saves a draft. The next save names the version that is stored. */
async function saveDraft({ log }: Run, sender: HttpPerson, recipient: HttpPerson): Promise<void> {
  const { result: draft } = await outcomeOf(sender.draftTo(recipient));
  const word = newUniqueWord();
  const { outcome } = await outcomeOf(
    sender.savesDraft(recipient, { subject: word, text: textOf(''), draft }),
  );
  log.replace('drafts', `${sender.username} to ${recipient.username}`, word, outcome);
}

async function talk({ log }: Run, { chat, members }: Pair): Promise<void> {
  const [writer, reader] = chance(0.5) ? members : [members[1], members[0]];
  const word = newUniqueWord();
  const { outcome } = await outcomeOf(writer.says(chat, word));
  log.create('chat messages', word, outcome);
  const { result: shown } = await outcomeOf(reader.messages(chat));
  const newest = shown?.data[0];
  if (newest) await outcomeOf(reader.reads(newest));
  await pause(2_000);
}

/** Registers somebody and renames them. */
async function join({ network, log, newcomers }: Run): Promise<void> {
  const person = await register(network, 'FREE').catch(() => undefined);
  if (person) {
    newcomers.push(person);
    const { username } = person;
    log.create('accounts', username, 'acknowledged');
    const name = `Soak ${newUniqueWord()}`;
    const { outcome } = await outcomeOf(
      person.editsProfile({
        username,
        userFullName: name,
        userBio: '',
        categoryId: 'CATEGORY_07',
        subCategoryId: 'CATEGORY_07_01',
      }),
    );
    log.replace('names', username, name, outcome);
  }
  await pause(NEWCOMER_PAUSE_MS);
}
