import { answerStep, does, type Flow, pendingOrder, runStep } from './flow-steps.ts';
import type { Simulation } from './simulation.ts';

/* The flows of thanks for an answer, which change nothing else. */

/** Prepares an answered order that was captured, and stays open. */
async function answeredOrder(simulation: Simulation) {
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

export const THANKS_FLOWS: readonly Flow[] = [changed, claimed, closed];
