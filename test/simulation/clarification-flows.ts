import { DAY, HOUR } from '#shared/time.ts';
import {
  answerStep,
  does,
  type Flow,
  type FlowStep,
  jobAfterDays,
  pausedOrder,
  pendingOrder,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import { clock } from './simulation.ts';

/* The flows of a clarifying question, which pauses the deadline of a pending order. */

const askStep = (recipient: Person, inboxId: string): FlowStep =>
  does(recipient, (me) => me.asks({ id: inboxId }, { key: 'ASK' }));

const giveStep = (sender: Person, orderId: string): FlowStep =>
  does(sender, (me) => me.tells({ id: orderId }, { key: 'GIVE' }));

const asking: Flow = {
  name: 'clarifying: asking the sender',
  prepare: async (simulation) => {
    const { recipient, id } = await pendingOrder(simulation);
    return [askStep(recipient, id)];
  },
};

/** A flow of a step a day after the question. */
const afterAsking = (
  name: string,
  step: (sender: Person, recipient: Person, id: string) => FlowStep,
): Flow => ({
  name: `clarifying: ${name}`,
  prepare: async (simulation) => {
    const { sender, recipient, id } = await pausedOrder(simulation);
    simulation.advanceTo(clock.now() + DAY);
    return [step(sender, recipient, id)];
  },
});

const answering: Flow = {
  name: 'clarifying: asking, giving and answering',
  prepare: async (simulation) => {
    const { sender, recipient, id: inboxId } = await pendingOrder(simulation);
    return [
      askStep(recipient, inboxId),
      giveStep(sender, inboxId),
      answerStep(recipient, inboxId, 'ANSWER'),
    ];
  },
};

/** The question comes six days after the payment, so the hold is captured during the pause, whose end moves the deadline. */
const timingOut: Flow = {
  name: 'clarifying: the time is over, after a capture and before the later deadline',
  prepare: async (simulation) => {
    const { recipient, id } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6 * DAY);
    return [
      askStep(recipient, id),
      jobAfterDays(0.6, 'expireConversations'),
      jobAfterDays(2.4, 'expireConversations'),
      jobAfterDays(2, 'expireConversations'),
      jobAfterDays(2, 'expireConversations'),
    ];
  },
};

/** The pause ends by itself days before the hold lapses, so nothing is charged then. */
const endingEarly: Flow = {
  name: 'clarifying: the time is over, days before the hold lapses',
  prepare: async (simulation) => {
    await pausedOrder(simulation);
    return [jobAfterDays(3.1, 'expireConversations'), jobAfterDays(1, 'expireConversations')];
  },
};

/** The schedule has not run since the question, and both the pause and the deadline are over. */
const endingLate: Flow = {
  name: 'clarifying: the pause and the deadline are over, and the schedule comes late',
  prepare: async (simulation) => {
    const { recipient, id } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 10 * DAY - HOUR);
    return [askStep(recipient, id), jobAfterDays(4, 'expireConversations')];
  },
};

/** The hold is about to lapse during the pause, and no other time is due before it lapses. */
const capturing: Flow = {
  name: 'clarifying: the hold lapses during the pause',
  prepare: async (simulation) => {
    const { recipient, id } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 5 * DAY);
    return [
      askStep(recipient, id),
      jobAfterDays(1.6, 'expireConversations'),
      jobAfterDays(0.5, 'expireConversations'),
    ];
  },
};

/** The recipient asks again after the reply, which is refused. */
const askingTwice: Flow = {
  name: 'clarifying: a second question',
  prepare: async (simulation) => {
    const { sender, recipient, id: inboxId } = await pausedOrder(simulation);
    return [giveStep(sender, inboxId), does(recipient, (me) => me.asks({ id: inboxId }))];
  },
};

export const CLARIFICATION_FLOWS: readonly Flow[] = [
  asking,
  afterAsking('giving the information', (sender, _, id) => giveStep(sender, id)),
  afterAsking('the sender ends the pause', (sender, _, conversationId) =>
    does(sender, (me) => me.endsPause({ id: conversationId }, { key: 'END' })),
  ),
  afterAsking('the recipient ends the pause', (_, recipient, conversationId) =>
    does(recipient, (me) => me.endsPause({ id: conversationId }, { key: 'END' })),
  ),
  afterAsking('answering without the information', (_, recipient, inboxId) =>
    answerStep(recipient, inboxId, 'KEY'),
  ),
  afterAsking('canceling instead', (sender, _, inboxId) =>
    does(sender, (me) => me.cancels({ id: inboxId }, { key: 'KEY' })),
  ),
  afterAsking('declining after the question', (_, recipient, inboxId) =>
    does(recipient, (me) => me.declines({ id: inboxId }, { key: 'KEY' })),
  ),
  afterAsking('reporting after the question', (_, recipient, inboxId) =>
    does(recipient, (me) => me.reportsLetter({ id: inboxId }, { key: 'KEY' })),
  ),
  answering,
  timingOut,
  endingEarly,
  endingLate,
  capturing,
  askingTwice,
];
