import { REMINDER_STAGES } from '../../shared/rules/conversations/reminder-stages.ts';
import { DAY } from '../../shared/time.ts';
import {
  answerStep,
  CLARIFYING_QUESTION,
  callStep,
  type Flow,
  INFORMATION,
  jobAfterDays,
  pendingOrder,
  runStep,
} from './flow-steps.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows of the reminders of a pending order, and of the nudge by its sender. */

/** Prepares a pending order whose recipient asked for all reminders. */
async function remindedOrder(simulation: Simulation): Promise<readonly [Person, Person, string]> {
  const order = await pendingOrder(simulation);
  const turnOn = REMINDER_STAGES.map((stage) => `reminder:${stage}`);
  await runStep(simulation, callStep(order[1], 'updateNotificationSettings', { turnOn }));
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
    const [, recipient, id] = await remindedOrder(simulation);
    return [remindAfterDays(1.01), answerStep(recipient, id, 'ANSWER'), remindAfterDays(4)];
  },
};

const paused: Flow = {
  name: 'reminders: a pause between two stages',
  prepare: async (simulation) => {
    const [sender, recipient, id] = await remindedOrder(simulation);
    const asking = { inboxId: id, messageBody: CLARIFYING_QUESTION };
    const giving = { orderId: id, messageBody: INFORMATION };
    return [
      remindAfterDays(1.01),
      callStep(recipient, 'askForInformation', asking, 'ASK'),
      remindAfterDays(2),
      callStep(sender, 'giveInformation', giving, 'GIVE'),
      remindAfterDays(4),
    ];
  },
};

const nudging: Flow = {
  name: 'reminders: a nudge on day six, and again',
  prepare: async (simulation) => {
    const [sender, , orderId] = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6 * DAY);
    return [
      callStep(sender, 'nudgeRecipient', { orderId }),
      callStep(sender, 'nudgeRecipient', { orderId }),
    ];
  },
};

const nudgingAfterAnswer: Flow = {
  name: 'reminders: a nudge and an answer',
  prepare: async (simulation) => {
    const [sender, recipient, orderId] = await pendingOrder(simulation);
    simulation.advanceTo(clock.now() + 6 * DAY);
    return [
      callStep(sender, 'nudgeRecipient', { orderId }),
      answerStep(recipient, orderId, 'ANSWER'),
      callStep(sender, 'nudgeRecipient', { orderId }),
    ];
  },
};

export const REMINDER_FLOWS: readonly Flow[] = [
  stages,
  answered,
  paused,
  nudging,
  nudgingAfterAnswer,
];
