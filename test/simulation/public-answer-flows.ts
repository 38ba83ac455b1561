import { endBlockedStep, publishStep } from './block-flows.ts';
import { does, type Flow, type FlowStep, type Order } from './flow-steps.ts';
import { answeredOrder } from './thanks-flows.ts';

/* The flows of making a paid answer public, and of what ends it. docs/product/public-answers.md#states */

const proposes = (order: Order): FlowStep =>
  does(order.recipient, (me) => me.proposesPublicAnswer(order, { key: 'PROPOSE' }));
const agrees = (order: Order): FlowStep =>
  does(order.sender, (me) => me.agreesToPublicAnswer(order));

/** A flow that goes on after both have agreed. */
const afterAgreement = (name: string, steps: (order: Order) => readonly FlowStep[]): Flow => ({
  name: `public answer: ${name}`,
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [proposes(order), agrees(order), ...steps(order)];
  },
});

const revised: Flow = {
  name: 'public answer: proposed, revised, agreed to by its author, and withdrawn',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    const edits = [{ part: 'title', start: 0, end: 3, kind: 'OTHER' }] as const;
    return [
      proposes(order),
      does(order.sender, (me) => me.revisesPublicAnswer(order, { edits, key: 'REVISE' })),
      does(order.recipient, (me) => me.agreesToPublicAnswer(order, 2)),
      does(order.recipient, (me) => me.withdrawsPublicAnswer(order)),
    ];
  },
};

const declined: Flow = {
  name: 'public answer: proposed and declined',
  prepare: async (simulation) => {
    const order = await answeredOrder(simulation);
    return [proposes(order), does(order.sender, (me) => me.keepsLetterPrivate(order))];
  },
};

export const PUBLIC_ANSWER_FLOWS: readonly Flow[] = [
  revised,
  declined,
  afterAgreement('withdrawn by the sender', (order) => [
    does(order.sender, (me) => me.withdrawsPublicAnswer(order)),
  ]),
  afterAgreement('public before a claim that returns the money', (order) => [
    does(order.sender, (me) => me.claims(order, { key: 'CLAIM' })),
    does(order.recipient, (me) => me.givesBack(order, { key: 'BACK' })),
  ]),
  afterAgreement('public before the sender blocks the recipient', (order) => [
    does(order.sender, (me) => me.blocks(order.recipient)),
    publishStep,
    endBlockedStep,
  ]),
];
