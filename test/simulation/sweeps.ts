import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '#functions/storage/table.ts';
import type { DueList, ScheduleName } from '#shared/api/schedules.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import type { Item, TableEngine } from './engine.ts';
import {
  answeredOrder,
  answerStep,
  does,
  pausedOrder,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import { contextOf, jobHandler } from './handlers.ts';
import { createPerson, type Person } from './people.ts';
import { startSimulation } from './runner.ts';
import { clock, type Simulation } from './simulation.ts';

/*
 * Runs each schedule with many due items. One item is prepared by the handlers, and its items of the table are copied under new
 * ids. Afterwards nothing may be due, also if two of the items fail at each write.
 */

export type Sweep = {
  readonly name: string;
  readonly schedule: ScheduleName;
  readonly list: DueList;
  /** Prepares one item that is due when it returns. */
  readonly prepare: (simulation: Simulation) => Promise<unknown>;
  /** The number of items that one run handles, if it is limited. */
  readonly perRun?: number;
};

const advanceBy = (simulation: Simulation, time: number) =>
  simulation.advanceTo(clock.now() + time);

const pendingFor = (time: number) => async (simulation: Simulation) => {
  await pendingOrder(simulation);
  advanceBy(simulation, time);
};

/** Prepares an order whose process crashed before Stripe had the payment. */
async function interruptedPayment(simulation: Simulation): Promise<void> {
  const { driver } = simulation;
  driver.chooseFault = (_process, { effect: { description } }) =>
    description === 'POST /v1/payment_intents' ? 'crashBefore' : 'none';
  await pendingOrder(simulation);
  driver.chooseFault = () => 'none';
  advanceBy(simulation, 3 * MINUTE);
}

/** Prepares an answered order with a claim of the sender that nobody reacts to. */
async function silentClaim(simulation: Simulation): Promise<void> {
  const { sender, recipient, id } = await pendingOrder(simulation);
  await runStep(simulation, answerStep(recipient, id));
  await runStep(
    simulation,
    does(sender, (me) => me.claims({ id })),
  );
  advanceBy(simulation, 3 * DAY);
}

async function dueBalance(simulation: Simulation): Promise<void> {
  await answeredOrder(simulation);
  advanceBy(simulation, 40 * DAY);
}

/** Stores an item in a list, due now. */
async function putDue(list: DueList, { id }: Person, sk: string, more: object): Promise<void> {
  const gsi5sk = `${new Date(clock.now()).toISOString()}#${id}#${sk}`;
  await putItem({ pk: `USER#${id}`, sk, gsi5pk: `DUE#${list}`, gsi5sk, ...more });
}

const putUser = ({ id }: Person, more: object) =>
  putItem({ pk: `USER#${id}`, sk: 'USER', id, ...more });

const putItem = (item: Item) =>
  documents.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item: item }));

/** Every schedule that works through a list, with a way for an item to get there. */
export const SWEEPS: readonly Sweep[] = [
  {
    name: 'a deadline',
    list: 'CONVERSATION',
    schedule: 'expireConversations',
    prepare: pendingFor(10 * DAY),
  },
  {
    name: 'a hold that lapses',
    list: 'CONVERSATION',
    schedule: 'expireConversations',
    prepare: pendingFor(6.6 * DAY),
  },
  {
    name: 'the end of a pause',
    list: 'CONVERSATION',
    schedule: 'expireConversations',
    prepare: async (simulation) => {
      await pausedOrder(simulation);
      advanceBy(simulation, 3 * DAY);
    },
  },
  {
    name: 'a claim without a reaction',
    list: 'CONVERSATION',
    schedule: 'expireConversations',
    prepare: silentClaim,
  },
  {
    name: 'an interrupted payment',
    list: 'PAYMENT',
    schedule: 'finishPayments',
    prepare: interruptedPayment,
  },
  {
    name: 'a reminder',
    list: 'REMINDER',
    schedule: 'remindExpiring',
    prepare: pendingFor(1.01 * DAY),
  },
  { name: 'a balance', schedule: 'payOut', list: 'PAYOUT', prepare: dueBalance },
  {
    name: 'a postponed notification',
    list: 'NOTIFICATION',
    schedule: 'deliverPostponed',
    prepare: async () => {
      const person = await createPerson(clock, 0);
      const detail = { conversationId: person.id, userId: person.id };
      const event = { id: person.id, type: 'conversation.answered', at: clock.now(), detail };
      const postponed = { userId: person.id, channel: 'push', tag: 'one', eventId: person.id };
      await putDue('NOTIFICATION', person, 'push#one', { ...postponed, event });
    },
  },
  {
    name: 'a verified link',
    list: 'LINK',
    schedule: 'recheckLinks',
    perRun: 100,
    prepare: async () => {
      const person = await createPerson(clock, 0);
      const link = { id: person.id, slot: 0, name: 'One', url: 'https://example.org', order: 'a' };
      await putDue('LINK', person, 'LINK#00', { ...link, verifiedAt: clock.now() - 80 * DAY });
      // Its owner is no longer public, so no page is read.
      await putUser(person, { blockedAt: clock.now() });
    },
  },
  {
    name: 'the deletion of an account',
    list: 'DELETION',
    schedule: 'deleteAccounts',
    prepare: async () => {
      const person = await createPerson(clock, 0);
      const deletionAt = clock.now() + 14 * DAY;
      const asked = { userId: person.id, stage: 'WAITING', deletionAt };
      await putDue('DELETION', person, 'DELETION', asked);
      await putUser(person, { deletionAt });
    },
  },
  {
    name: 'a block of an account',
    list: 'BLOCK',
    schedule: 'finishBlocks',
    prepare: async (simulation) => {
      const { recipient } = await pendingOrder(simulation);
      const blockedAt = clock.now();
      const audit = { who: 'ops', command: 'block', reason: 'Asks for gift cards.' };
      await putDue('BLOCK', recipient, 'BLOCK', { ...audit, userId: recipient.id, blockedAt });
      await putUser(recipient, { blockedAt });
    },
  },
];

const ID = /[0-9A-HJKMNP-TV-Z]{26}/g;

/**
 * Stores copies of the items under new ids, so that each copy is another pair of people with what they have, until there are `count`
 * of each. Their usernames and phone numbers are not copied: the keys of those contain no id.
 */
async function copyItems(items: readonly Item[], count: number): Promise<void> {
  const text = JSON.stringify(
    items.filter(({ pk, sk }) => sk !== 'CLAIM' || pk.startsWith('CONV')),
  );
  for (let nth = 1; nth < count; nth += 1) {
    const copied = text.replaceAll(ID, (id) => idOfCopy(id, nth));
    for (const item of JSON.parse(copied) as Item[]) await putItem(item);
  }
}

const idOfCopy = (id: string, nth: number) =>
  nth === 0 ? id : `${id.slice(0, -5)}${String(nth).padStart(5, '0')}`;

async function dueCount(engine: TableEngine, list: DueList): Promise<number> {
  const now = new Date(clock.now()).toISOString();
  const items = await engine.dump();
  return items.filter(
    ({ gsi5pk, gsi5sk }) => gsi5pk === `DUE#${list}` && String(gsi5sk).slice(0, 24) <= now,
  ).length;
}

/** Lets each write fail that names one of these ids, until the returned function is called. */
function failWritesOf(ids: readonly string[]): () => void {
  const { send } = documents;
  const failing = (sent: { readonly input: object }) => {
    const isWrite = !/^(Get|BatchGet|Query)/.test(sent.constructor.name);
    return isWrite && ids.some((id) => JSON.stringify(sent.input).includes(id))
      ? Promise.reject(new Error('the table did not respond'))
      : Reflect.apply(send, documents, [sent]);
  };
  Object.assign(documents, { send: failing });
  return () => Object.assign(documents, { send });
}

const context = contextOf(() => 900_000);

export type SweepOutcome = {
  /** How many were due before, and how many are due afterwards. */
  readonly due: number;
  readonly left: number;
  /** Whether a run reported a failure. */
  readonly failed: boolean;
  /** How many items of each kind there are more than before. */
  readonly changes: Changes;
};
type Changes = Readonly<Record<string, number>>;

/** The kind of an item: what its key begins with, its status, and the list of what is due that it is in. */
const kindOf = ({ pk, sk, status = '', gsi5pk = '' }: Item) =>
  `${pk.split(/[#:]/).slice(0, pk.startsWith('ENTRY') ? 2 : 1)} ${sk.split('#')[0]} ${status} ${String(gsi5pk).split('#')[0]}`;

function changesBetween(before: readonly Item[], after: readonly Item[]): Changes {
  const counts: Record<string, number> = {};
  const count = (items: readonly Item[], by: number) => {
    for (const item of items) counts[kindOf(item)] = (counts[kindOf(item)] ?? 0) + by;
  };
  count(before, -1);
  count(after, 1);
  return Object.fromEntries(Object.entries(counts).filter(([, by]) => by !== 0));
}

/**
 * Runs a sweep with `count` due items, of which the oldest and the middle one may fail, until as many runs have passed as it may
 * need.
 */
export async function runSweep(
  engine: TableEngine,
  sweep: Sweep,
  count: number,
  withFailures: boolean,
): Promise<SweepOutcome> {
  const { list, prepare, perRun = Number.POSITIVE_INFINITY } = sweep;
  const job = await jobHandler(sweep.schedule);
  const simulation = await startSimulation(1);
  await prepare(simulation);
  const items = await engine.dump();
  await copyItems(items, count);
  const due = await dueCount(engine, list);
  const before = await engine.dump();
  const [dueItem] = items.filter(({ gsi5pk }) => gsi5pk === `DUE#${list}`);
  const [id = ''] = `${dueItem?.gsi5sk}`.match(ID) ?? [];
  const restore = withFailures
    ? failWritesOf([id, idOfCopy(id, Math.floor(count / 2))])
    : () => undefined;
  let failed = false;
  try {
    for (let left = Math.max(1, Math.ceil(count / perRun)); left > 0; left -= 1)
      await job({}, context).catch(() => {
        failed = true;
      });
  } finally {
    restore();
  }
  const left = await dueCount(engine, list);
  return { due, left, failed, changes: changesBetween(before, await engine.dump()) };
}
