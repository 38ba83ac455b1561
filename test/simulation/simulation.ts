import './environment.ts';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context } from 'aws-lambda';
import { type Actor, requestOf } from '#lib/local/deeds/actor.ts';
import { operations } from '#shared/api/index.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import { type Process, Processes } from '#test/support/faults/processes.ts';
import { call } from '../support/call.ts';
import { Clock } from './clock.ts';
import { decideAtDesk } from './desk.ts';
import { Driver } from './driver.ts';
import type { EventDelivery } from './event-bus.ts';
import type { UploadEvent } from './file-bucket.ts';
import {
  contextOf,
  jobHandler,
  type Operation,
  operationHandler,
  publishEvents,
  stripeWebhook,
  subscriberHandler,
  uploadCheck,
} from './handlers.ts';
import { type Person, tokenOf } from './people.ts';
import type { TransientFaults } from './transient-faults.ts';
import { World } from './world.ts';

/*
 * One simulation: its clock, its world, and everything that can start in it. Each method returns the process that it
 * started, which waits at its first gate; methods named `run…` also run it to its end.
 */

export type Input = Readonly<Record<string, unknown>>;
export type CallOptions = {
  readonly key?: string | undefined;
  /** In place of an access token of the caller's session: another token, or an empty one for none. */
  readonly token?: string | undefined;
};

/**
 * Processes and the clock exist once per program, because the client libraries of the code under test are tied to
 * them.
 */
export const processes = new Processes();
export const clock = new Clock();

export class Simulation {
  readonly world: World;
  readonly driver: Driver;
  /** The remaining run time of a function in milliseconds, for those that work in slices. */
  timeLeft: () => number = () => 30_000;
  /** Checks the invariants at a moment when no process runs; set by the runner. */
  checkInvariants: (state: IdleState) => Promise<void> = async () => {};
  /** The violations that `checkInvariants` found before the end of the history. */
  readonly idleViolations = new Set<string>();

  readonly #afterwards = new Map<Process, () => void>();

  constructor(transientFaults: TransientFaults) {
    this.world = new World(clock, transientFaults);
    this.driver = new Driver(this.world, processes);
  }

  /** Calls an operation as a person, the way the web app does. */
  async call(person: Person, operation: Operation, input: Input, options: CallOptions = {}) {
    const { key, token = await tokenOf(clock, person) } = options;
    const handler = await operationHandler(operation);
    const description = `${person.name} ${operation} ${brief(input)}${key ? ` (key ${key})` : ''}`;
    const { method } = operations[operation];
    const named = key ? { headers: { 'idempotency-key': key } } : {};
    const { calls } = this.world;
    const response: { before?: number } = {};
    const process = await this.driver.start(description, async () => {
      const answer = await call(handler, input, { token, method, ...named });
      response.before = calls.length;
      return answer;
    });
    calls.push({ person, operation, input, key, process, response });
    return process;
  }

  /** Has a person do something. */
  does(person: Person, deed: (me: Actor) => unknown): Promise<Process> {
    const { operation, input, options } = requestOf(person.id, deed);
    return this.call(person, operation, input, { key: options.key, token: options.as?.token });
  }

  async startJob(name: ScheduleName): Promise<Process> {
    const handler = await jobHandler(name);
    const at = clock.now();
    let ranOutOfTime = false;
    const context = this.#context(() => {
      ranOutOfTime = true;
    });
    return this.driver.start(`schedule ${name}`, async () => {
      await handler({}, context);
      if (!ranOutOfTime) this.world.completedJobs.push({ name, at });
    });
  }

  /** Decides a contested claim, as the desk does; does nothing if it is not contested any more. */
  decideClaim(conversationId: string, outcome: 'UPHELD' | 'REJECTED'): Promise<Process> {
    return this.driver.start(`the desk decides ${conversationId}: ${outcome}`, () =>
      decideAtDesk(clock, conversationId, outcome),
    );
  }

  /** Delivers a webhook, possibly again; the event is delivered once the handler responds with 200. */
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

  /** Delivers the next events of a shard of the table's stream; those that the bus did not accept are delivered again. */
  publishEvents(atMost = 100): Promise<Process> {
    const { events, published } = this.world.stream.nextBatch(atMost);
    const Records = events.map(({ item }, nth) => ({
      eventName: 'INSERT' as const,
      dynamodb: {
        NewImage: marshall(item, { removeUndefinedValues: true }) as never,
        SequenceNumber: String(nth),
      },
    }));
    return this.driver.start(`stream delivers ${Records.length} events`, async () => {
      const { batchItemFailures } = await publishEvents({ Records }, this.#context());
      const failed = batchItemFailures[0]?.itemIdentifier;
      published(failed === undefined ? Records.length : Number(failed));
    });
  }

  get unpublishedCount(): number {
    return this.world.stream.unpublishedCount;
  }

  /** Delivers an event to a subscriber; it stays pending if the subscriber fails. */
  async deliverEvent(delivery: EventDelivery): Promise<Process> {
    const { subscriber, domainEvent } = delivery;
    const handler = await subscriberHandler(subscriber);
    const event = { 'detail-type': domainEvent.type, detail: domainEvent };
    return this.driver.start(`subscriber ${subscriber} ${domainEvent.type}`, async () => {
      await handler(event, this.#context());
      this.world.bus.markDelivered(delivery);
    });
  }

  /** Delivers the event of an upload to its check, possibly again; it stays pending if the check fails. */
  async checkUpload(event: UploadEvent): Promise<Process> {
    const handler = await uploadCheck();
    const { key, etag, sequencer } = event;
    return this.driver.start(`check of ${key.slice(-6)}`, async () => {
      await handler({ detail: { object: { key, etag, sequencer } } }, this.#context());
      this.world.bucket.markHandled(event);
    });
  }

  /** Advances the clock; Stripe performs its automatic actions on the way. */
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

  /** Delivers all pending webhooks and events, and those that follow from them. */
  async deliverAll(): Promise<void> {
    const { stripe, bus, bucket } = this.world;
    for (let round = 0; round < 1_000; round += 1) {
      const [eventId] = stripe.undeliveredEvents();
      const [delivery] = bus.pending;
      const [upload] = bucket.pending;
      if (eventId) await this.driver.finish(await this.deliverWebhook(eventId));
      else if (this.unpublishedCount > 0) await this.driver.finish(await this.publishEvents());
      else if (delivery) await this.driver.finish(await this.deliverEvent(delivery));
      else if (upload) await this.driver.finish(await this.checkUpload(upload));
      else return;
    }
    throw new Error('there is always one more webhook or event to deliver');
  }

  /** Delivers each webhook and event that is pending now once, whether or not it is accepted. */
  async deliverAllOnce(): Promise<void> {
    const { driver, world } = this;
    for (const eventId of world.stripe.undeliveredEvents())
      await driver.finish(await this.deliverWebhook(eventId));
    if (this.unpublishedCount > 0) await driver.finish(await this.publishEvents());
    for (const delivery of [...world.bus.pending])
      await driver.finish(await this.deliverEvent(delivery));
    for (const upload of [...world.bucket.pending])
      await driver.finish(await this.checkUpload(upload));
  }

  /** Registers what the caller does after the response of a process. It is not part of the product. */
  whenAnswered(process: Process, followUp: () => void): void {
    this.#afterwards.set(process, followUp);
  }

  /** Runs the registered follow-up of a process that has ended. */
  runFollowUp(process: Process): void {
    if (process.state === 'done') this.#afterwards.get(process)?.();
    this.#afterwards.delete(process);
  }

  async runJobs(...names: readonly ScheduleName[]): Promise<void> {
    for (const name of names) await this.driver.finish(await this.startJob(name));
  }

  /** Runs the jobs that move money or end what waits, without the one of reconciliation. */
  runMoneyJobs(): Promise<void> {
    return this.runJobs(
      'deleteAccounts',
      'finishBlocks',
      'finishPayments',
      'expireConversations',
      'remindExpiring',
      'payOut',
    );
  }

  /** `ranOutOfTime`: called when the function reads that little time is left. */
  #context(ranOutOfTime: () => void = () => {}): Context {
    return contextOf(() => {
      const left = this.timeLeft();
      if (left < 30_000) ranOutOfTime();
      // Leaves time for a request to Stripe, because a run that is told to stop may still finish its current item.
      return Math.max(left, 15_000);
    });
  }
}

const SHOWN_CHARACTERS = 26;
function brief(input: Input): string {
  const shown = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !/^message(Text|Body)$/.test(name),
  );
  return shown
    .map(([name, value]) => `${name}=${String(value).slice(-SHOWN_CHARACTERS)}`)
    .join(' ');
}

/** A moment at which no process runs. `settled`: after a recovery, when nothing is due and nothing waits for its delivery. */
export type IdleState = 'idle' | 'settled';
