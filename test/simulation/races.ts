import { HOUR } from '../../shared/time.ts';
import { endBlockedStep, publishStep } from './block-flows.ts';
import { CLAIM_RACES } from './claim-races.ts';
import { DESK_RACES } from './desk-flows.ts';
import {
  ANSWER,
  answeredOrder,
  CLARIFYING_QUESTION,
  callStep,
  type FlowStep,
  INFORMATION,
  LETTER,
  orderFor,
  pausedOrder,
  pendingOrder,
  type Race,
  runStep,
  savedDraft,
} from './flow-steps.ts';
import { runPayday } from './payout-flows.ts';
import { createPerson } from './people.ts';
import { PRICE_RACES } from './price-flows.ts';
import { clock, type Simulation } from './simulation.ts';

/* The races: two concurrent calls, which schedules.ts interleaves. */

type Pair = { readonly [name: string]: (sender: Who, recipient: Who, inboxId: string) => FlowStep };
type Who = Parameters<typeof callStep>[0];

/** Actions that can happen to a pending order at any time. */
const STEPS = {
  answer: (_, recipient, inboxId) =>
    callStep(
      recipient,
      'createInboxMessage',
      {
        inboxId,
        conversationStatus: 'OPEN',
        messageBody: ANSWER,
      },
      'ANSWER',
    ),
  cancel: (sender, _, inboxId) =>
    callStep(sender, 'cancelOrder', { inboxId, reasonCode: 'MISTAKE' }, 'CANCEL'),
  decline: (_, recipient, inboxId) => callStep(recipient, 'declineInbox', { inboxId }, 'DECLINE'),
  report: (_, recipient, inboxId) =>
    callStep(recipient, 'reportInbox', { inboxId, reasonCode: 'SPAM_PHISHING' }, 'REPORT'),
  ask: (_, recipient, inboxId) =>
    callStep(recipient, 'askForInformation', { inboxId, messageBody: CLARIFYING_QUESTION }, 'ASK'),
  sweep: () => (simulation) => simulation.startJob('expireConversations'),
  block: (sender, recipient) => callStep(recipient, 'blockUser', { userId: sender.id }),
} as const satisfies Pair;
type StepName = keyof typeof STEPS;

const NAMES = Object.keys(STEPS) as StepName[];
/** The time from the payment until its hold is about to lapse. */
const HOLD_ABOUT_TO_LAPSE = 7 * 24 * HOUR - 11 * HOUR;

const endings: readonly Race[] = NAMES.flatMap((one) =>
  NAMES.filter((other) => other !== one).map((other) => ({
    name: `${one} and ${other}`,
    prepare: async (simulation: Simulation) => {
      const [sender, recipient, id] = await pendingOrder(simulation);
      if (one === 'sweep' || other === 'sweep')
        simulation.advanceTo(clock.now() + HOLD_ABOUT_TO_LAPSE);
      return [STEPS[one](sender, recipient, id), STEPS[other](sender, recipient, id)] as const;
    },
  })),
);

/** Actions on an order whose recipient has asked a clarifying question. */
const PAUSED_STEPS = {
  ...{ answer: STEPS.answer, cancel: STEPS.cancel, sweep: STEPS.sweep },
  give: (sender, _, orderId) =>
    callStep(sender, 'giveInformation', { orderId, messageBody: INFORMATION }, 'GIVE'),
  end: (_, recipient, conversationId) =>
    callStep(recipient, 'endClarification', { conversationId }, 'END'),
} as const satisfies Pair;
const PAUSED_NAMES = Object.keys(PAUSED_STEPS) as (keyof typeof PAUSED_STEPS)[];

/** With the sweep: the last moment of the pause for the first call. */
const pauses: readonly Race[] = PAUSED_NAMES.flatMap((one) =>
  PAUSED_NAMES.filter((other) => other !== one).map((other) => ({
    name: `paused: ${one} and ${other}`,
    prepare: async (simulation: Simulation) => {
      const [sender, recipient, id] = await pausedOrder(simulation);
      const until = clock.now() + 72 * HOUR;
      if (one === 'sweep' || other === 'sweep')
        simulation.advanceTo(one === 'sweep' ? until : until - 1);
      const second: FlowStep = (now) => {
        if (other === 'sweep') now.advanceTo(until);
        return PAUSED_STEPS[other](sender, recipient, id)(now);
      };
      return [PAUSED_STEPS[one](sender, recipient, id), second] as const;
    },
  })),
);

/** The question is asked in the last moment before the deadline, and the sweep comes at the deadline. */
const askAtDeadline: Race = {
  name: 'ask and expire at the deadline',
  prepare: async (simulation) => {
    const [sender, recipient, id] = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + HOLD_ABOUT_TO_LAPSE);
    await simulation.runJobs('expireConversations');
    await simulation.deliverAll();
    const deadline = Number(simulation.world.recorder.conversations.get(id)?.deadlineAt);
    simulation.advanceTo(deadline - 1);
    const sweep: FlowStep = (now) => {
      now.advanceTo(deadline);
      return STEPS.sweep()(now);
    };
    return [STEPS.ask(sender, recipient, id), sweep];
  },
};

const twoOrders: Race = {
  name: 'two orders of one pair',
  prepare: async () => {
    const [sender, recipient] = [await createPerson(clock, 0), await createPerson(clock, 1)];
    const order = orderFor(recipient, {
      creditCardName: 'Ana Person',
      paymentMethodId: 'pm_card_visa',
    });
    return [
      callStep(sender, 'createInboxWithPayment', order, 'ONE'),
      callStep(sender, 'createInboxWithPayment', order, 'OTHER'),
    ];
  },
};

const sameOrder: Race = {
  name: 'one order, requested twice',
  prepare: async () => {
    const [sender, recipient] = [await createPerson(clock, 0), await createPerson(clock, 1)];
    const order = orderFor(recipient, {
      creditCardName: 'Ana Person',
      paymentMethodId: 'pm_card_visa',
    });
    const pay = callStep(sender, 'createInboxWithPayment', order, 'KEY');
    return [pay, pay];
  },
};

/** A block while the other person pays: whichever comes first, nothing is pending in the end. */
const payAndBlock: Race = {
  name: 'paying and being blocked',
  prepare: async () => {
    const [sender, recipient] = [await createPerson(clock, 0), await createPerson(clock, 1)];
    const order = orderFor(recipient, {
      creditCardName: 'Ana Person',
      paymentMethodId: 'pm_card_visa',
    });
    return [
      callStep(sender, 'createInboxWithPayment', order, 'KEY'),
      async (simulation) => {
        await runStep(simulation, callStep(recipient, 'blockUser', { userId: sender.id }));
        await runStep(simulation, publishStep);
        return endBlockedStep(simulation);
      },
    ];
  },
};

/** Races between paying for a draft and changing, deleting or paying for it on another device. */
const drafts: readonly Race[] = (
  ['saveDraft', 'deleteDraft', 'createInboxWithPayment'] as const
).map((operation) => ({
  name: `paying for a draft and ${operation}`,
  prepare: async (simulation) => {
    const { sender, recipient, named, paying } = await savedDraft(simulation);
    const order = paying('pm_card_visa');
    const newer = { ...LETTER, messageSubject: 'Dry winters, and damp summers' };
    const input = {
      saveDraft: { recipientId: recipient.id, ...newer, ...named },
      deleteDraft: { recipientId: recipient.id, ...named },
      createInboxWithPayment: order,
    }[operation];
    return [
      callStep(sender, 'createInboxWithPayment', order, 'ONE'),
      callStep(
        sender,
        operation,
        input,
        operation === 'createInboxWithPayment' ? 'OTHER' : undefined,
      ),
    ];
  },
}));

/** The same call twice at the same time, as after a lost response. */
const repeats: readonly Race[] = (['answer', 'cancel', 'decline', 'report', 'ask'] as const).map(
  (name) => ({
    name: `${name}, requested twice`,
    prepare: async (simulation) => {
      const [sender, recipient, id] = await pendingOrder(simulation);
      const step = STEPS[name](sender, recipient, id);
      return [step, step];
    },
  }),
);

/** Two payout runs at the same time. */
const payouts: readonly Race[] = [
  {
    name: 'two runs of the payouts',
    prepare: async (simulation) => {
      const recipient = await answeredOrder(simulation);
      await setUpPayouts(simulation, recipient);
      return [runPayday, (now) => now.startJob('payOut')];
    },
  },
];

async function setUpPayouts(simulation: Simulation, recipient: Who): Promise<void> {
  await simulation.driver.finish(await simulation.call(recipient, 'createPayoutSetupLink', {}));
  for (const { token } of simulation.world.stripe.all('accountLinks'))
    simulation.world.stripe.onboard(token, 'READY');
  await simulation.deliverAll();
}

const upgrades: Race = {
  name: 'two upgrades at once',
  prepare: async (simulation) => {
    const person = await createPerson(clock, 0);
    await simulation.driver.finish(
      await simulation.call(person, 'updatePaymentMethod', { paymentMethodId: 'pm_card_visa' }),
    );
    await simulation.deliverAll();
    const upgrade = (licenseId: string) => callStep(person, 'upgradeSubscription', { licenseId });
    return [upgrade('STARTER'), upgrade('PROFESSIONAL')];
  },
};

export const RACES: readonly Race[] = [
  ...endings,
  ...pauses,
  ...CLAIM_RACES,
  ...DESK_RACES,
  askAtDeadline,
  twoOrders,
  sameOrder,
  payAndBlock,
  ...drafts,
  ...repeats,
  ...payouts,
  ...PRICE_RACES,
  upgrades,
];
