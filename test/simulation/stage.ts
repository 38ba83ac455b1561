import './environment.ts';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context } from 'aws-lambda';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { call } from '../support/call.ts';
import type { Letter } from './bus.ts';
import { heardBy, jobs, type Operation, operations, publishFacts, stripeWebhook } from './calls.ts';
import { Clock } from './clock.ts';
import { Driver } from './driver.ts';
import { type Person, tokenOf } from './people.ts';
import { type Process, Processes } from './processes.ts';
import { World } from './world.ts';

/*
 * The stage of a history: its clock, its world, and everything that can begin on it. Each verb answers the process that it
 * began, which waits at its first gate; `run…` also brings it to its end.
 */

export type Input = Readonly<Record<string, unknown>>;
export type Called = { readonly key?: string | undefined };

/** There is one set of processes and one clock a program: the libraries of the code under test were tied to them. */
export const processes = new Processes();
export const clock = new Clock();

export class Stage {
  readonly world: World;
  readonly driver: Driver;
  /** How long a function may run, for those that work in slices. */
  timeLeft: () => number = () => 30_000;

  readonly #afterwards = new Map<Process, () => void>();

  constructor(readonly nth: number) {
    this.world = new World(clock);
    this.driver = new Driver(this.world, processes);
  }

  /** A person calls an operation, as the web app does. */
  async call(person: Person, operation: Operation, input: Input, { key }: Called = {}) {
    const token = await tokenOf(clock, person);
    const says = `${person.name} ${operation} ${brief(input)}${key ? ` (key ${key})` : ''}`;
    const method = operation.startsWith('view') ? 'GET' : 'POST';
    const named = key ? { headers: { 'idempotency-key': key } } : {};
    const { told } = this.world;
    const answered: { before?: number } = {};
    const process = await this.driver.start(says, async () => {
      const answer = await call(operations[operation], input, { token, method, ...named });
      answered.before = told.length;
      return answer;
    });
    told.push({ person, operation, input, key, process, answered });
    return process;
  }

  job(name: string): Promise<Process> {
    const handler = jobs[name];
    if (!handler) throw new Error(`no such job: ${name}`);
    const at = clock.now();
    let hurried = false;
    const context = this.#context(() => {
      hurried = true;
    });
    return this.driver.start(`schedule ${name}`, async () => {
      await handler({}, context as never);
      if (!hurried) this.world.runs.push({ name, at });
    });
  }

  /** Stripe sends an event, be it again; it has arrived once it was accepted. */
  deliver(eventId: string): Promise<Process> {
    const { payload, signature } = this.world.provider.letter(eventId);
    const request = {
      headers: { 'stripe-signature': signature },
      body: payload,
      isBase64Encoded: false,
    } as unknown as Parameters<typeof stripeWebhook>[0];
    const type = this.world.provider.event(eventId)?.type;
    return this.driver.start(`webhook ${type} ${eventId.slice(-6)}`, async () => {
      const answer = await stripeWebhook(request, this.#context());
      if (answer.statusCode === 200) this.world.provider.arrived(eventId);
      return { http: answer.statusCode, body: { status: '' } };
    });
  }

  /** The table's stream brings the next facts; those that the bus did not take come again. */
  publish(atMost = 100): Promise<Process> {
    const first = this.world.published;
    const Records = this.world.witness.facts.slice(first, first + atMost).map(({ item }, nth) => ({
      eventName: 'INSERT' as const,
      dynamodb: {
        NewImage: marshall(item, { removeUndefinedValues: true }) as never,
        SequenceNumber: String(first + nth),
      },
    }));
    return this.driver.start(`the stream brings ${Records.length} facts`, async () => {
      const { batchItemFailures } = await publishFacts({ Records }, this.#context());
      const failed = batchItemFailures[0]?.itemIdentifier;
      const until = failed === undefined ? first + Records.length : Number(failed);
      this.world.published = Math.max(this.world.published, until);
    });
  }

  get unpublished(): number {
    return this.world.witness.facts.length - this.world.published;
  }

  /** The bus hands a fact to a subscriber; what it could not take comes again. */
  hand(letter: Letter): Promise<Process> {
    const { subscriber, fact } = letter;
    const event = { 'detail-type': fact.type, detail: fact };
    return this.driver.start(`${subscriber} hears of ${fact.type}`, async () => {
      await heardBy[subscriber]?.(event, this.#context() as never);
      this.world.bus.waiting.splice(this.world.bus.waiting.indexOf(letter), 1);
    });
  }

  /** Lets time pass; what the provider does by itself, it does on the way. */
  pass(until: number): void {
    this.driver.note(`time passes until ${new Date(until).toISOString()}`);
    const { provider } = this.world;
    for (let next = provider.nextAt(); next !== undefined && next <= until; ) {
      clock.moveTo(next);
      provider.lapse();
      const following = provider.nextAt();
      if (following === next) break;
      next = following;
    }
    clock.moveTo(until);
    provider.lapse();
  }

  /** Everything that waits to be brought is brought: webhooks, facts, and what follows of them. */
  async bring(finish: (process: Process) => Promise<void>): Promise<void> {
    const { provider, bus } = this.world;
    for (let round = 0; round < 1_000; round += 1) {
      const [eventId] = provider.waiting();
      const [letter] = bus.waiting;
      if (eventId) await finish(await this.deliver(eventId));
      else if (this.unpublished > 0) await finish(await this.publish());
      else if (letter) await finish(await this.hand(letter));
      else return;
    }
    throw new Error('there is always something more to bring');
  }

  /** Each webhook, fact and letter that waits now is brought once, whether or not it is taken. */
  async bringOnce(finish: (process: Process) => Promise<void>): Promise<void> {
    const { provider, bus } = this.world;
    for (const eventId of provider.waiting()) await finish(await this.deliver(eventId));
    if (this.unpublished > 0) await finish(await this.publish());
    for (const letter of [...bus.waiting]) await finish(await this.hand(letter));
  }

  /** What its caller does once a process has answered, which is nothing of the product's. */
  afterwards(process: Process, act: () => void): void {
    this.#afterwards.set(process, act);
  }

  /** To be said of a process that is at its end. */
  settle(process: Process): void {
    if (process.state === 'done') this.#afterwards.get(process)?.();
    this.#afterwards.delete(process);
  }

  async runJobs(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.driver.finish(await this.job(name));
  }

  /** `hurried`: called when the function hears that its time runs out. */
  #context(hurried: () => void = () => {}): Context {
    return {
      awsRequestId: 'simulated',
      functionName: 'simulated',
      getRemainingTimeInMillis: () => {
        const left = this.timeLeft();
        if (left < 30_000) hurried();
        // Long enough for a question to the provider: a run that hears of its end has the rest of its time for the one in hand.
        return Math.max(left, 15_000);
      },
    } as unknown as Context;
  }
}

const SHORT = 26;
function brief(input: Input): string {
  const shown = Object.entries(input).filter(([name]) => !/^message(Text|Body)$/.test(name));
  return shown.map(([name, value]) => `${name}=${String(value).slice(-SHORT)}`).join(' ');
}

/** Long enough for what was interrupted, for what a bank was to confirm, and for what was put off a few times. */
const LONG_REST = [0, 3 * MINUTE, 35 * MINUTE, 2 * HOUR, 2 * HOUR];
/** Enough where nobody has crashed since the last rest. */
const SHORT_REST = [0, 3 * MINUTE];

/** Undisturbed, with nobody crashing any more, the world comes to rest: nothing is due, nobody waits. */
export async function heal(stage: Stage, rest: 'long' | 'short' = 'long'): Promise<void> {
  const { driver } = stage;
  driver.note('the world heals');
  driver.decide = () => 'done';
  stage.timeLeft = () => 30_000;
  await driver.finishAll();
  const finish = (process: Process) => driver.finish(process);
  for (const pause of rest === 'long' ? LONG_REST : SHORT_REST) {
    stage.pass(clock.now() + pause);
    await stage.bring(finish);
    await stage.runJobs('finishPayments', 'expireConversations', 'payOut');
    await stage.bring(finish);
  }
}
