import { REMINDER_STAGES } from '#shared/rules/conversations/reminder-stages.ts';
import { DAY } from '#shared/time.ts';
import {
  answerStep,
  captureHold,
  does,
  type Flow,
  jobAfterDays,
  type Order,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of the reminders of a pending order, and of the nudge by its sender. */

/** Prepares a pending order whose recipient asked for all reminders. */
async function remindedOrder(simulation: Simulation): Promise<Order> {
  const order = await pendingOrder(simulation);
  const turnOn = REMINDER_STAGES.map((stage) => `reminder:${stage}`);
  await runStep(
    simulation,
    does(order.recipient, (me) => me.setsNotifications({ turnOn })),
  );
  return order;
}

const remindAfterDays = (days: number) => jobAfterDays(days, 'remindExpiring');

const stages: Flow = {
  name: 'reminders: all stages',
  prepare: async (simulation) => {
    await remindedOrder(simulation);
    return [1.01, 4, 3, 1.5].map(remindAfterDays);
  },
};

const answered: Flow = {
  name: 'reminders: an answer between two stages',
  prepare: async (simulation) => {
    const { recipient, id } = await remindedOrder(simulation);
    return [remindAfterDays(1.01), answerStep(recipient, id, 'ANSWER'), remindAfterDays(4)];
  },
};

const paused: Flow = {
  name: 'reminders: a pause between two stages',
  prepare: async (simulation) => {
    const { sender, recipient, id } = await remindedOrder(simulation);
    return [
      remindAfterDays(1.01),
      does(recipient, (me) => me.asks({ id }, { key: 'ASK' })),
      remindAfterDays(2),
      does(sender, (me) => me.tells({ id }, { key: 'GIVE' })),
      remindAfterDays(4),
    ];
  },
};

/** The pause moves the deadline, so a stage that has passed is in the future again: its reminder is not sent again. */
const pausedAfterStage: Flow = {
  name: 'reminders: a pause after the third stage',
  prepare: async (simulation) => {
    const { sender, recipient, id } = await remindedOrder(simulation);
    return [
      remindAfterDays(8.1),
      does(recipient, (me) => me.asks({ id }, { key: 'ASK' })),
      remindAfterDays(1),
      does(sender, (me) => me.tells({ id }, { key: 'GIVE' })),
      remindAfterDays(0.01),
      remindAfterDays(1.5),
    ];
  },
};

/** The schedule that ends the pause runs late: the reminder that became due meanwhile is sent after it has run. */
const pausedTooLong: Flow = {
  name: 'reminders: a pause that nobody has ended',
  prepare: async (simulation) => {
    const { recipient, id } = await remindedOrder(simulation);
    await captureHold(simulation);
    await runStep(simulation, remindAfterDays(0));
    await runStep(
      simulation,
      does(recipient, (me) => me.asks({ id })),
    );
    return [remindAfterDays(4.6), jobAfterDays(0.01, 'expireConversations'), remindAfterDays(0.01)];
  },
};

/** The schedules run late: no reminder is sent after the deadline. */
const late: Flow = {
  name: 'reminders: none after the deadline',
  prepare: async (simulation) => {
    await remindedOrder(simulation);
    return [remindAfterDays(4), remindAfterDays(6.01), jobAfterDays(0, 'expireConversations')];
  },
};

/** The recipient has not changed the settings, so one of the reminders comes. */
const usual: Flow = {
  name: 'reminders: the usual one',
  prepare: async (simulation) => {
    await pendingOrder(simulation);
    return [1.01, 4, 3.5, 1.2].map(remindAfterDays);
  },
};

const nudging: Flow = {
  name: 'reminders: a nudge on day six, and again',
  prepare: async (simulation) => {
    const { sender, id: orderId } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6 * DAY);
    return [
      does(sender, (me) => me.nudges({ id: orderId })),
      does(sender, (me) => me.nudges({ id: orderId })),
    ];
  },
};

const nudgingTooEarly: Flow = {
  name: 'reminders: a nudge on day four',
  prepare: async (simulation) => {
    const { sender, id: orderId } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 4.9 * DAY);
    return [does(sender, (me) => me.nudges({ id: orderId }))];
  },
};

const nudgingAfterAnswer: Flow = {
  name: 'reminders: a nudge and an answer',
  prepare: async (simulation) => {
    const { sender, recipient, id: orderId } = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6 * DAY);
    return [
      does(sender, (me) => me.nudges({ id: orderId })),
      answerStep(recipient, orderId, 'ANSWER'),
      does(sender, (me) => me.nudges({ id: orderId })),
    ];
  },
};

export const REMINDER_FLOWS: readonly Flow[] = [
  stages,
  answered,
  paused,
  pausedAfterStage,
  pausedTooLong,
  late,
  usual,
  nudging,
  nudgingTooEarly,
  nudgingAfterAnswer,
];
