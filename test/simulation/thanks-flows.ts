import { toIso } from '#shared/time.ts';
import { endBlockedStep, publishStep } from './block-flows.ts';
import {
  answerStep,
  does,
  type Flow,
  type FlowStep,
  type Order,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/* The flows of thanks for an answer, and of what the recipient shows of them. */

const SENTENCE = 'It helped.';

/** Prepares an answered order that was captured, and stays open. */
export async function answeredOrder(simulation: Simulation) {
  const order = await pendingOrder(simulation);
  await runStep(simulation, answerStep(order.recipient, order.id, 'ANSWER'));
  await simulation.deliverAll();
  return order;
}

const changed: Flow = {
  name: 'thanks: said, changed and taken back',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      does(order.sender, (me) => me.thanks(order)),
      does(order.sender, (me) => me.thanks(order, { text: 'It helped.' })),
      does(order.sender, (me) => me.takesBackThanks(order)),
    ];
  },
};

const claimed: Flow = {
  name: 'thanks: said before a claim that returns the money',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      does(order.sender, (me) => me.thanks(order, { text: 'It helped.' })),
      does(order.sender, (me) => me.claims(order, { key: 'CLAIM' })),
      does(order.recipient, (me) => me.givesBack(order, { key: 'BACK' })),
    ];
  },
};

const closed: Flow = {
  name: 'thanks: said before the conversation is closed and the sender is blocked',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      does(order.sender, (me) => me.thanks(order)),
      does(order.recipient, (me) => me.closes(order, { key: 'CLOSE' })),
      does(order.recipient, (me) => me.blocks(order.sender)),
    ];
  },
};

/** The sender agrees that the sentence is shown. */
const agrees = (order: Order, text = SENTENCE): FlowStep =>
  does(order.sender, (me) => me.thanks(order, { text, mayShow: 'NAME' }));

/** The recipient shows the sentence that is stored at that moment. */
const shows =
  (order: Order): FlowStep =>
  (simulation) => {
    const at = simulation.world.recorder.conversations.get(order.id)?.thanks?.consent?.at;
    const consentAt = at === undefined ? undefined : toIso(at);
    return simulation.does(order.recipient, (me) => me.showsThanks(order, { consentAt }));
  };

const shown: Flow = {
  name: 'thanks: shown, taken off, shown again, and rewritten',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      agrees(order),
      shows(order),
      does(order.recipient, (me) => me.hidesThanks(order)),
      shows(order),
      agrees(order, 'It helped a lot.'),
    ];
  },
};

const withdrawn: Flow = {
  name: 'thanks: shown, and the sender withdraws the consent',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      agrees(order),
      shows(order),
      does(order.sender, (me) => me.withdrawsConsent(order)),
      shows(order),
    ];
  },
};

const shownAndClaimed: Flow = {
  name: 'thanks: shown before a claim that returns the money',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      agrees(order),
      shows(order),
      does(order.sender, (me) => me.claims(order, { key: 'CLAIM' })),
      does(order.recipient, (me) => me.givesBack(order, { key: 'BACK' })),
    ];
  },
};

const shownAndBlocked: Flow = {
  name: 'thanks: shown before the sender blocks the recipient',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [
      agrees(order),
      shows(order),
      does(order.sender, (me) => me.blocks(order.recipient)),
      publishStep,
      endBlockedStep,
    ];
  },
};

export const THANKS_FLOWS: readonly Flow[] = [
  changed,
  claimed,
  closed,
  shown,
  withdrawn,
  shownAndClaimed,
  shownAndBlocked,
];
