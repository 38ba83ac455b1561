import { DAY } from '../../shared/time.ts';
import type { Operation } from './calls.ts';
import { type Person, plant } from './people.ts';
import type { Process } from './processes.ts';
import { clock, type Input, type Stage } from './stage.ts';

/* The building blocks of the money flows: preparations, and the moves of people and the clock. */

export const QUESTION = `<p>${'How do I keep a violin from cracking in a dry winter? '.repeat(3)}</p>`;
export const ANSWER = `<p>${'Keep it in its case with a damp sponge, and measure the air in the room. '.repeat(4)}</p>`;

/** One action of a person. It may be repeated if no answer came. */
export type Move = (stage: Stage) => Promise<Process>;
export type Flow = {
  readonly name: string;
  /** Prepares the data without faults and returns the moves that follow. */
  readonly prepare: (stage: Stage) => Promise<readonly Move[]>;
};

export const does =
  (person: Person, operation: Operation, input: Input, key?: string): Move =>
  (stage) =>
    stage.call(person, operation, input, { key });

export async function now(stage: Stage, move: Move): Promise<Process> {
  const process = await move(stage);
  await stage.driver.finish(process);
  stage.settle(process);
  return process;
}

export const orderFor = (recipient: Person, more: Input = {}): Input => ({
  recipientId: recipient.id,
  messageSubject: 'Dry winters',
  messageText: QUESTION,
  price: '25.00',
  ...more,
});
export const withCard = (recipient: Person, paymentMethodId: string) =>
  orderFor(recipient, { creditCardName: 'Ana Person', paymentMethodId });

export async function two(price = 2_500): Promise<readonly [Person, Person]> {
  return [await plant(clock, 0), await plant(clock, 1, { price })];
}

/** Prepares a pending order. `price`: in cents. */
export async function paid(
  stage: Stage,
  price = 2_500,
): Promise<readonly [Person, Person, string]> {
  const [sender, recipient] = await two(price);
  const input = { ...withCard(recipient, 'pm_card_visa'), price: (price / 100).toFixed(2) };
  await now(stage, does(sender, 'createInboxWithPayment', input));
  await stage.bring((process) => stage.driver.finish(process));
  const [id = ''] = stage.world.witness.conversations.keys();
  return [sender, recipient, id];
}

/** A letter in the form in which it is saved, and in which it is sent. */
export const LETTER = { messageSubject: 'Dry winters', messageText: QUESTION } as const;
const VERSION = 1;

/** Saves a letter; returns the two people and the draft. */
export async function written(stage: Stage) {
  const [sender, recipient] = await two();
  await now(stage, does(sender, 'saveDraft', { recipientId: recipient.id, ...LETTER }));
  const [draft] = stage.world.drafts.present;
  if (!draft) throw new Error('nothing was saved');
  const named = { draftId: draft.id, draftVersion: VERSION };
  const paying = (card: string) => ({ ...withCard(recipient, card), ...named });
  return { sender, recipient, named, paying };
}

export const later =
  (days: number, job: string): Move =>
  async (stage) => {
    stage.pass(clock.now() + days * DAY);
    return stage.job(job);
  };

/** Prepares an answered order, whose earning is owed. `price`: in cents. */
export async function earned(stage: Stage, price?: number): Promise<Person> {
  const [, recipient, inboxId] = await paid(stage, price);
  const finish = (process: Process) => stage.driver.finish(process);
  await now(
    stage,
    does(recipient, 'createInboxMessage', {
      inboxId,
      conversationStatus: 'COMPLETED',
      messageBody: ANSWER,
    }),
  );
  await stage.bring(finish);
  return recipient;
}

/** Delivers the oldest pending webhook; if there is none, repeats an old one. */
export const nextWebhook: Move = (stage) => {
  const { provider } = stage.world;
  const [id = provider.all('events')[0]?.id ?? ''] = provider.waiting();
  return stage.deliver(id);
};
