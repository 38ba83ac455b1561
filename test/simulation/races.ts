import { ATTACHMENT_RACES } from './attachment-flows.ts';
import { BLOCK_RACES, endBlockedStep, publishStep } from './block-flows.ts';
import { CLAIM_RACES } from './claim-races.ts';
import { DELETION_RACES } from './deletion-flows.ts';
import { DESK_RACES } from './desk-flows.ts';
import {
  answeredOrder,
  answerStep,
  captureHold,
  does,
  type FlowStep,
  HOLD_ABOUT_TO_LAPSE,
  type Order,
  pausedOrder,
  pays,
  pendingOrder,
  type Race,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import { runPayday, setUpPayoutsStep } from './payout-flows.ts';
import { createPerson } from './people.ts';
import { PLAN_RACES } from './plan-flows.ts';
import { PRICE_RACES } from './price-flows.ts';
import { pairsOf, racesDuringWait } from './race-pairs.ts';
import { savedDraft } from './saved-drafts.ts';
import { SECOND_PERSON_RACES } from './second-person-flows.ts';
import { clock } from './simulation.ts';

/* The races: two concurrent calls, which schedules.ts interleaves. */

type Steps = Readonly<Record<string, (order: Order) => FlowStep>>;

/** Actions that can happen to a pending order at any time. */
const STEPS = {
  answer: ({ recipient, id }) => answerStep(recipient, id, 'ANSWER'),
  cancel: (order) => does(order.sender, (me) => me.cancels(order, { key: 'CANCEL' })),
  decline: (order) => does(order.recipient, (me) => me.declines(order, { key: 'DECLINE' })),
  report: (order) => does(order.recipient, (me) => me.reportsLetter(order, { key: 'REPORT' })),
  ask: (order) => does(order.recipient, (me) => me.asks(order, { key: 'ASK' })),
  sweep: () => (simulation) => simulation.startJob('expireConversations'),
  block: ({ sender, recipient }) => does(recipient, (me) => me.blocks(sender)),
} as const satisfies Steps;

const pendingRaces: readonly Race[] = pairsOf(Object.keys(STEPS) as (keyof typeof STEPS)[]).map(
  ([one, other]) => ({
    name: `${one} and ${other}`,
    prepare: async (simulation) => {
      const order = await pendingOrder(simulation);
      if (one === 'sweep' || other === 'sweep')
        simulation.advanceTo(clock.now() + HOLD_ABOUT_TO_LAPSE);
      return [STEPS[one](order), STEPS[other](order)] as const;
    },
  }),
);

/** Actions on an order whose recipient has asked a clarifying question. */
const PAUSED_STEPS = {
  answer: ({ recipient, id }) => answerStep(recipient, id, 'ANSWER'),
  cancel: (order) => does(order.sender, (me) => me.cancels(order, { key: 'CANCEL' })),
  decline: (order) => does(order.recipient, (me) => me.declines(order, { key: 'DECLINE' })),
  report: (order) => does(order.recipient, (me) => me.reportsLetter(order, { key: 'REPORT' })),
  ask: (order) => does(order.recipient, (me) => me.asks(order, { key: 'ASK' })),
  sweep: STEPS.sweep,
  give: (order) => does(order.sender, (me) => me.tells(order, { key: 'GIVE' })),
  end: (order) => does(order.recipient, (me) => me.endsPause(order, { key: 'END' })),
} as const satisfies Steps;

const pausedRaces: readonly Race[] = racesDuringWait(
  'paused',
  Object.keys(PAUSED_STEPS) as (keyof typeof PAUSED_STEPS)[],
  PAUSED_STEPS as Readonly<Record<keyof typeof PAUSED_STEPS, (order: Order) => FlowStep>>,
  pausedOrder,
);

/** The recipient asks in the last millisecond before the deadline, and the schedule runs at the deadline. */
const askAtDeadline: Race = {
  name: 'ask and expire at the deadline',
  prepare: async (simulation) => {
    const order = await pendingOrder(simulation);
    await captureHold(simulation);
    const deadline = Number(simulation.world.recorder.conversations.get(order.id)?.deadlineAt);
    simulation.advanceTo(deadline - 1);
    const sweep: FlowStep = (now) => {
      now.advanceTo(deadline);
      return STEPS.sweep()(now);
    };
    return [STEPS.ask(order), sweep];
  },
};

const twoOrders: Race = {
  name: 'two orders of one pair',
  prepare: async () => {
    const [sender, recipient] = await senderAndRecipient();
    return [pays(sender, recipient, { key: 'ONE' }), pays(sender, recipient, { key: 'OTHER' })];
  },
};

const sameOrder: Race = {
  name: 'one order, requested twice',
  prepare: async () => {
    const [sender, recipient] = await senderAndRecipient();
    const pay = pays(sender, recipient, { key: 'KEY' });
    return [pay, pay];
  },
};

/** One person pays while the other blocks them: whichever comes first, nothing is pending in the end. */
const payAndBlock: Race = {
  name: 'paying and being blocked',
  prepare: async () => {
    const [sender, recipient] = await senderAndRecipient();
    return [
      pays(sender, recipient, { key: 'KEY' }),
      async (simulation) => {
        await runStep(
          simulation,
          does(recipient, (me) => me.blocks(sender)),
        );
        await runStep(simulation, publishStep);
        return endBlockedStep(simulation);
      },
    ];
  },
};

/** Races between paying for a draft and changing, deleting or paying for it on another device. */
const draftRaces: readonly Race[] = Object.entries<DraftStep>({
  'changing it': ({ sender, recipient, draft }) =>
    does(sender, (me) =>
      me.savesDraft(recipient, { subject: 'Dry winters, and damp summers', draft }),
    ),
  'deleting it': ({ sender, recipient, draft }) =>
    does(sender, (me) => me.discardsDraft(recipient, draft)),
  'paying for it again': ({ sender, recipient, draft, attachments }) =>
    pays(sender, recipient, { draft, attachments, key: 'OTHER' }),
}).map(([name, other]) => ({
  name: `paying for a draft and ${name}`,
  prepare: async (simulation) => {
    const saved = await savedDraft(simulation);
    const { sender, recipient, draft, attachments } = saved;
    return [pays(sender, recipient, { draft, attachments, key: 'ONE' }), other(saved)];
  },
}));

type DraftStep = (saved: Awaited<ReturnType<typeof savedDraft>>) => FlowStep;

/** The same call twice at the same time, as after a lost response. */
const repeatedCalls: readonly Race[] = (
  ['answer', 'cancel', 'decline', 'report', 'ask'] as const
).map((name) => ({
  name: `${name}, requested twice`,
  prepare: async (simulation) => {
    const step = STEPS[name](await pendingOrder(simulation));
    return [step, step];
  },
}));

const twoPayoutRuns: Race = {
  name: 'two runs of the payouts',
  prepare: async (simulation) => {
    const { recipient } = await answeredOrder(simulation);
    await runStep(simulation, setUpPayoutsStep(recipient));
    await simulation.deliverAll();
    return [runPayday, (now) => now.startJob('payOut')];
  },
};

const twoUpgrades: Race = {
  name: 'two upgrades at once',
  prepare: async (simulation) => {
    const person = await createPerson(clock, 0);
    await simulation.driver.finish(await simulation.does(person, (me) => me.savesCard()));
    await simulation.deliverAll();
    return [
      does(person, (me) => me.choosesPlan('STARTER')),
      does(person, (me) => me.choosesPlan('PROFESSIONAL')),
    ];
  },
};

export const RACES: readonly Race[] = [
  ...pendingRaces,
  ...pausedRaces,
  ...CLAIM_RACES,
  ...DESK_RACES,
  ...BLOCK_RACES,
  ...SECOND_PERSON_RACES,
  ...DELETION_RACES,
  ...ATTACHMENT_RACES,
  askAtDeadline,
  twoOrders,
  sameOrder,
  payAndBlock,
  ...draftRaces,
  ...repeatedCalls,
  twoPayoutRuns,
  ...PRICE_RACES,
  ...PLAN_RACES,
  twoUpgrades,
];
