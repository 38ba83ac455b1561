import type { Actor } from '#lib/local/deeds/actor.ts';
import type { PayOptions } from '#lib/local/deeds/conversations.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import type { Process } from '#test/support/faults/processes.ts';
import { createPerson, type Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The building blocks of the money flows: preparations, and steps of users and the clock. */

/** One step of a flow: an action of a person or the clock. It may be repeated if no response came. */
export type FlowStep = (simulation: Simulation) => Promise<Process>;
export type Flow = {
  readonly name: string;
  /** Whether something happens at Stripe of which the product learns by webhook only, such as a dispute. */
  readonly needsWebhooks?: true;
  /** Prepares the data without faults and returns the steps that follow. */
  readonly prepare: (simulation: Simulation) => Promise<readonly FlowStep[]>;
};

/** Two calls at the same time. */
export type Race = {
  readonly name: string;
  readonly prepare: (simulation: Simulation) => Promise<readonly [FlowStep, FlowStep]>;
};

/** The step in which a person does something. */
export const does =
  (person: Person, deed: (me: Actor) => unknown): FlowStep =>
  (simulation) =>
    simulation.does(person, deed);

/** The step in which somebody pays for a letter, by default with a card in the name of the first person of a history. */
export const pays = (sender: Person, recipient: Person, options: PayOptions = {}): FlowStep =>
  does(sender, (me) =>
    me.pays(recipient, { card: 'pm_card_visa', nameOnCard: 'Ana Person', ...options }),
  );

/** Runs a step to its end, a second after the one before: a date that is counted from the wrong event differs. */
export async function runStep(simulation: Simulation, step: FlowStep): Promise<Process> {
  simulation.advanceTo(clock.now() + SECOND);
  const process = await step(simulation);
  await simulation.driver.finish(process);
  simulation.runFollowUp(process);
  return process;
}

export async function senderAndRecipient(price = 2_500): Promise<readonly [Person, Person]> {
  return [await createPerson(clock, 0), await createPerson(clock, 1, { price })];
}

/** A paid letter and its people. */
export type Order = { readonly sender: Person; readonly recipient: Person; readonly id: string };

/** Prepares a pending order. `price`: in cents. */
export async function pendingOrder(simulation: Simulation, price = 2_500): Promise<Order> {
  const [sender, recipient] = await senderAndRecipient(price);
  await runStep(simulation, pays(sender, recipient, { price: (price / 100).toFixed(2) }));
  await simulation.deliverAll();
  const [id = ''] = simulation.world.recorder.conversations.keys();
  return { sender, recipient, id };
}

/** Prepares a pending order whose recipient has asked a clarifying question. */
export async function pausedOrder(simulation: Simulation): Promise<Order> {
  const order = await pendingOrder(simulation);
  await runStep(
    simulation,
    does(order.recipient, (me) => me.asks(order)),
  );
  return order;
}

export const jobAfterDays =
  (days: number, job: ScheduleName): FlowStep =>
  async (simulation) => {
    simulation.advanceTo(clock.now() + days * DAY);
    return simulation.startJob(job);
  };

/** The time from the payment until the schedule is about to capture its hold. */
export const HOLD_ABOUT_TO_LAPSE = 7 * DAY - 11 * HOUR;

/** Lets the schedule capture the hold of a new pending order. */
export async function captureHold(simulation: Simulation): Promise<void> {
  simulation.advanceTo(clock.now() + HOLD_ABOUT_TO_LAPSE);
  await simulation.runJobs('expireConversations');
  await simulation.deliverAll();
}

export const answerStep = (
  recipient: Person,
  inboxId: string,
  key?: string,
  conversationStatus: 'OPEN' | 'COMPLETED' = 'OPEN',
): FlowStep =>
  does(recipient, (me) =>
    me.answers({ id: inboxId }, { key, closes: conversationStatus === 'COMPLETED' }),
  );

/** Prepares an answered order, whose earning is owed. `price`: in cents. */
export async function answeredOrder(simulation: Simulation, price?: number): Promise<Order> {
  const order = await pendingOrder(simulation, price);
  const { recipient, id } = order;
  await runStep(simulation, answerStep(recipient, id, undefined, 'COMPLETED'));
  await simulation.deliverAll();
  return order;
}

/** Delivers the oldest pending webhook; if there is none, repeats an old one. */
export const nextWebhook: FlowStep = (simulation) => {
  const { stripe } = simulation.world;
  const [id = stripe.all('events')[0]?.id ?? ''] = stripe.undeliveredEvents();
  return simulation.deliverWebhook(id);
};
