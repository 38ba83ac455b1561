import './environment.ts';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context } from 'aws-lambda';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { call } from '../support/call.ts';
import { Clock } from './clock.ts';
import { Driver } from './driver.ts';
import type { EventDelivery } from './event-bus.ts';
import {
  jobs,
  type Operation,
  operations,
  publishFacts,
  stripeWebhook,
  subscriberHandlers,
} from './handlers.ts';
import { type Person, tokenOf } from './people.ts';
import { type Process, Processes } from './processes.ts';
import { World } from './world.ts';

/*
 * The stage of a history: its clock, its world, and everything that can begin on it. Each verb answers the process that it
 * began, which waits at its first gate; `run…` also brings it to its end.
 */

export type Input = Readonly<Record<string, unknown>>;
export type CallOptions = { readonly key?: string | undefined };

/** There is one set of processes and one clock a program: the libraries of the code under test were tied to them. */
export const processes = new Processes();
export const clock = new Clock();

export class Simulation {
  readonly world: World;
  readonly driver: Driver;
  /** How long a function may run, for those that work in slices. */
  timeLeft: () => number = () => 30_000;

  readonly #afterwards = new Map<Process, () => void>();

  constructor(readonly number: number) {
    this.world = new World(clock);
    this.driver = new Driver(this.world, processes);
  }

  /** A person calls an operation, as the web app does. */
  async call(person: Person, operation: Operation, input: Input, { key }: CallOptions = {}) {
    const token = await tokenOf(clock, person);
    const description = `${person.name} ${operation} ${brief(input)}${key ? ` (key ${key})` : ''}`;
    const method = operation.startsWith('view') ? 'GET' : 'POST';
    const named = key ? { headers: { 'idempotency-key': key } } : {};
    const { calls } = this.world;
    const response: { before?: number } = {};
    const process = await this.driver.start(description, async () => {
      const answer = await call(operations[operation], input, { token, method, ...named });
      response.before = calls.length;
      return answer;
    });
    calls.push({ person, operation, input, key, process, response: response });
    return process;
  }

  startJob(name: string): Promise<Process> {
    const handler = jobs[name];
    if (!handler) throw new Error(`no such job: ${name}`);
    const at = clock.now();
    let ranOutOfTime = false;
    const context = this.#context(() => {
      ranOutOfTime = true;
    });
    return this.driver.start(`schedule ${name}`, async () => {
      await handler({}, context as never);
      if (!ranOutOfTime) this.world.completedJobs.push({ name, at });
    });
  }

  /** Stripe sends an event, be it again; it has arrived once it was accepted. */
  deliverWebhook(eventId: string): Promise<Process> {
    const { payload, signature } = this.world.stripe.signedWebhook(eventId);
    const request = {
      headers: { 'stripe-signature': signature },
      body: payload,
      isBase64Encoded: false,
    } as unknown as Parameters<typeof stripeWebhook>[0];
    const type = this.world.stripe.event(eventId)?.type;
    return this.driver.start(`webhook ${type} ${eventId.slice(-6)}`, async () => {
      const answer = await stripeWebhook(request, this.#context());
      if (answer.statusCode === 200) this.world.stripe.markDelivered(eventId);
      return { http: answer.statusCode, body: { status: '' } };
    });
  }

  /** The table's stream brings the next facts; those that the bus did not take come again. */
  publishEvents(atMost = 100): Promise<Process> {
    const first = this.world.publishedCount;
    const Records = this.world.recorder.facts.slice(first, first + atMost).map(({ item }, nth) => ({
      eventName: 'INSERT' as const,
      dynamodb: {
        NewImage: marshall(item, { removeUndefinedValues: true }) as never,
        SequenceNumber: String(first + nth),
      },
    }));
    return this.driver.start(`stream delivers ${Records.length} events`, async () => {
      const { batchItemFailures } = await publishFacts({ Records }, this.#context());
      const failed = batchItemFailures[0]?.itemIdentifier;
      const until = failed === undefined ? first + Records.length : Number(failed);
      this.world.publishedCount = Math.max(this.world.publishedCount, until);
    });
  }

  get unpublishedCount(): number {
    return this.world.recorder.facts.length - this.world.publishedCount;
  }

  /** The bus hands a fact to a subscriber; what it could not take comes again. */
  deliverEvent(delivery: EventDelivery): Promise<Process> {
    const { subscriber, fact } = delivery;
    const event = { 'detail-type': fact.type, detail: fact };
    return this.driver.start(`subscriber ${subscriber} ${fact.type}`, async () => {
      await subscriberHandlers[subscriber]?.(event, this.#context() as never);
      this.world.bus.pending.splice(this.world.bus.pending.indexOf(delivery), 1);
    });
  }

  /** Lets time pass; what the provider does by itself, it does on the way. */
  advanceTo(until: number): void {
    this.driver.log(`the clock advances to ${new Date(until).toISOString()}`);
    const { stripe } = this.world;
    for (let next = stripe.nextDueAt(); next !== undefined && next <= until; ) {
      clock.moveTo(next);
      stripe.runDue();
      const following = stripe.nextDueAt();
      if (following === next) break;
      next = following;
    }
    clock.moveTo(until);
    stripe.runDue();
  }

  /** Everything that waits to be brought is brought: webhooks, facts, and what follows of them. */
  async deliverAll(finish: (process: Process) => Promise<void>): Promise<void> {
    const { stripe, bus } = this.world;
    for (let round = 0; round < 1_000; round += 1) {
      const [eventId] = stripe.undeliveredEvents();
      const [delivery] = bus.pending;
      if (eventId) await finish(await this.deliverWebhook(eventId));
      else if (this.unpublishedCount > 0) await finish(await this.publishEvents());
      else if (delivery) await finish(await this.deliverEvent(delivery));
      else return;
    }
    throw new Error('there is always one more webhook or event to deliver');
  }

  /** Each webhook, fact and letter that waits now is brought once, whether or not it is taken. */
  async deliverAllOnce(finish: (process: Process) => Promise<void>): Promise<void> {
    const { stripe, bus } = this.world;
    for (const eventId of stripe.undeliveredEvents())
      await finish(await this.deliverWebhook(eventId));
    if (this.unpublishedCount > 0) await finish(await this.publishEvents());
    for (const delivery of [...bus.pending]) await finish(await this.deliverEvent(delivery));
  }

  /** What its caller does once a process has answered, which is nothing of the product's. */
  whenAnswered(process: Process, followUp: () => void): void {
    this.#afterwards.set(process, followUp);
  }

  /** To be said of a process that is at its end. */
  runFollowUp(process: Process): void {
    if (process.state === 'done') this.#afterwards.get(process)?.();
    this.#afterwards.delete(process);
  }

  async runJobs(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.driver.finish(await this.startJob(name));
  }

  /** `hurried`: called when the function hears that its time runs out. */
  #context(ranOutOfTime: () => void = () => {}): Context {
    return {
      awsRequestId: 'simulated',
      functionName: 'simulated',
      getRemainingTimeInMillis: () => {
        const left = this.timeLeft();
        if (left < 30_000) ranOutOfTime();
        // Long enough for a question to the provider: a run that hears of its end has the rest of its time for the one in hand.
        return Math.max(left, 15_000);
      },
    } as unknown as Context;
  }
}

const SHOWN_CHARACTERS = 26;
function brief(input: Input): string {
  const shown = Object.entries(input).filter(([name]) => !/^message(Text|Body)$/.test(name));
  return shown
    .map(([name, value]) => `${name}=${String(value).slice(-SHOWN_CHARACTERS)}`)
    .join(' ');
}

/** Long enough for what was interrupted, for what a bank was to confirm, and for what was put off a few times. */
const LONG_PAUSES = [0, 3 * MINUTE, 35 * MINUTE, 2 * HOUR, 2 * HOUR];
/** Enough where nobody has crashed since the last rest. */
const SHORT_PAUSES = [0, 3 * MINUTE];

/** Undisturbed, with nobody crashing any more, the world comes to rest: nothing is due, nobody waits. */
export async function recover(
  simulation: Simulation,
  pauses: 'long' | 'short' = 'long',
): Promise<void> {
  const { driver } = simulation;
  driver.log('recovery without faults');
  driver.chooseFault = () => 'none';
  simulation.timeLeft = () => 30_000;
  await driver.finishAll();
  const finish = (process: Process) => driver.finish(process);
  for (const pause of pauses === 'long' ? LONG_PAUSES : SHORT_PAUSES) {
    simulation.advanceTo(clock.now() + pause);
    await simulation.deliverAll(finish);
    await simulation.runJobs('finishPayments', 'expireConversations', 'payOut');
    await simulation.deliverAll(finish);
  }
}
