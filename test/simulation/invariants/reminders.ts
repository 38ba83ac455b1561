import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { LONGEST_RUN } from '../clock.ts';
import { endsMessage, endsPause } from '../endings.ts';
import type { Item } from '../engine.ts';
import type { Invariant, Snapshot } from './snapshot.ts';

/*
 * Invariants of the reminders of a pending message and of the nudge by its sender, calculated from its history: the payment, the
 * clarifying question, and what ended the pause. A pause moves the deadline, and with it all that comes before the deadline.
 */

const HOUR = 3_600_000;

/** How long before the deadline each reminder comes, in hours. */
const REMINDED_BEFORE: Readonly<Record<string, number>> = {
  DAY_1: 216,
  DAY_5: 120,
  HOURS_48: 48,
  HOURS_12: 12,
};
const STAGES = Object.keys(REMINDED_BEFORE);
/** The reminders that people get who have not changed their settings. */
const USUAL_STAGES = ['HOURS_48'];

/** A time in which the recipient can answer a message, and the deadline that holds in it. */
type Stretch = { readonly from: number; readonly until: number; readonly deadline: number };

/** The time before the clarifying question, and that after the pause. */
function stretchesOf({ paidAt, history }: Conversation): readonly Stretch[] {
  const first = paidAt + 240 * HOUR;
  const ended = history.find(({ event }) => endsMessage(event))?.at ?? Infinity;
  const asked = history.findIndex(({ event }) => event === 'INFO_ASKED');
  const askedAt = history[asked]?.at;
  if (askedAt === undefined)
    return [{ from: paidAt, until: Math.min(ended, first), deadline: first }];
  const ending = history.slice(asked + 1).find(({ event }) => endsPause(event))?.at ?? Infinity;
  const from = Math.min(askedAt + 72 * HOUR, Math.max(askedAt, ending));
  const deadline = first + from - askedAt;
  return [
    { from: paidAt, until: askedAt, deadline: first },
    { from, until: Math.min(ended, deadline), deadline },
  ];
}

const isIn = (at: number, { from, until }: Stretch) =>
  at >= from - LONGEST_RUN && at <= until + LONGEST_RUN;

/** The longest quiet hours of people in the simulation, and how long before them a reminder comes. */
const LONGEST_QUIET = 10 * HOUR + HOUR / 2;

/** The time of a stage, and that of the following one. */
function stageTime(stage: string, { deadline }: Stretch): readonly [from: number, until: number] {
  const following = REMINDED_BEFORE[STAGES[STAGES.indexOf(stage) + 1] ?? ''] ?? 0;
  return [deadline - (REMINDED_BEFORE[stage] ?? 0) * HOUR, deadline - following * HOUR];
}

const isPaid = ({ status, price }: Conversation) =>
  price > 0 && status !== 'PAYING' && status !== 'UNDONE';

type Reminder = { readonly at: number; readonly stage: string };

const remindersOf = ({ events }: Snapshot, { id }: Conversation): Reminder[] =>
  events.flatMap(({ type, at, detail }) =>
    type === 'conversation.expiringSoon' && 'stage' in detail && detail.conversationId === id
      ? [{ at, stage: String(detail.stage) }]
      : [],
  );

/** A recipient gets each reminder at most once, at its stage and before the following one, and none in a pause. */
export const remindersComeAtTheirStage: Invariant = (state) =>
  state.conversations.filter(isPaid).flatMap((order) => {
    const reminders = remindersOf(state, order);
    const stages = new Set(reminders.map(({ stage }) => stage));
    const stretches = stretchesOf(order);
    return [
      ...(reminders.length > stages.size
        ? [`${order.id} was reminded of ${reminders.length} times at ${stages.size} stages`]
        : []),
      ...reminders.flatMap(({ at, stage }) =>
        stretches.some((one) => {
          const [from, until] = stageTime(stage, one);
          return isIn(at, one) && at >= from - LONGEST_QUIET && at < until;
        })
          ? []
          : [`${order.id} was reminded of at the wrong time, ${stage}`],
      ),
    ];
  });

/** The stages that a recipient asked for all the time; undefined if the settings were changed since the payment. */
function stagesOf(state: Snapshot, { recipient, paidAt }: Conversation) {
  const wereChanged = state.world.calls.some(
    ({ operation, person, process }) =>
      operation === 'updateNotificationSettings' &&
      person.id === recipient.id &&
      process.startedAt >= paidAt - LONGEST_RUN,
  );
  if (wereChanged) return undefined;
  const { switches = {} } = (state.at(`USER#${recipient.id}`, 'NOTIFICATIONS') ?? {}) as {
    readonly switches?: Readonly<Record<string, boolean>>;
  };
  return STAGES.filter((stage) => switches[`reminder:${stage}`] ?? USUAL_STAGES.includes(stage));
}

/** A recipient gets no reminder that they did not ask for, and each one that they asked for if the schedule ran in its time. */
export const wantedRemindersCome: Invariant = (state) => {
  const runs = state.world.completedJobs.flatMap(({ name, at }) =>
    name === 'remindExpiring' ? [at] : [],
  );
  return state.conversations.filter(isPaid).flatMap((order) => {
    const wanted = stagesOf(state, order);
    if (!wanted) return [];
    const came = remindersOf(state, order).map(({ stage }) => stage);
    // Stages before the clarifying question: they do not come again after the pause.
    const passed = new Set<string>();
    const missing = stretchesOf(order).flatMap((stretch) =>
      STAGES.flatMap((stage, nth) => {
        const [from, until] = stageTime(stage, stretch);
        const ran = runs.some(
          (at) =>
            at > Math.max(from, stretch.from) + LONGEST_RUN &&
            at < Math.min(until, stretch.until) - LONGEST_RUN,
        );
        const isLater = STAGES.slice(nth).some((one) => passed.has(one));
        if (!ran || isLater) return [];
        passed.add(stage);
        return wanted.includes(stage) && !came.includes(stage) ? [stage] : [];
      }),
    );
    return [
      ...missing.map((stage) => `nobody was reminded of ${order.id}: ${stage}`),
      ...came.flatMap((stage) =>
        wanted.includes(stage) ? [] : [`${order.id} was reminded of without a wish: ${stage}`],
      ),
    ];
  });
};

const dueTime = (item: Item | undefined) => Date.parse(String(item?.gsi5sk).slice(0, 24));

/**
 * The next reminder of a pending message is in the list at the time of a stage, and no stage is skipped. During a pause this is the
 * first stage after the latest end of the pause. The last stage before a pause does not come again.
 */
export const nextReminderIsInItsList: Invariant = (state) =>
  state.conversations.filter(isPaid).flatMap((order) => {
    const { id, status, sender, recipient, createdAt, deadlineAt, clarification } = order;
    if (status !== 'PENDING' && status !== 'NEEDS_INFO') return [];
    const lock = state.at(`PENDING#${sender.id}#${recipient.id}`, 'LOCK');
    const isPaused = status === 'NEEDS_INFO';
    const from = isPaused ? (clarification?.until ?? 0) : state.now;
    const dates = STAGES.map((stage) => deadlineAt - (REMINDED_BEFORE[stage] ?? 0) * HOUR);
    const next = dates.find((date) => date > from);
    if (lock?.gsi5pk === undefined)
      return next === undefined || lock?.reminded === 'HOURS_12'
        ? []
        : [`nobody is reminded of ${id}`];
    const due = dueTime(lock);
    // The first is counted from the order, which may be a little before its payment.
    // A stage that would fall into quiet hours comes before them.
    const isNearStage = dates.some((date) => due <= date && due >= date - LONGEST_QUIET);
    const isStage = isNearStage || (!clarification && due === createdAt + 24 * HOUR);
    // After the last stage the reminder stays in the list until the schedule skips it.
    const isTooEarly = isPaused && next !== undefined && due < from;
    return [
      ...(isStage ? [] : [`the next reminder of ${id} is at ${lock.gsi5sk}, none of its stages`]),
      ...(isTooEarly ? [`the next reminder of ${id} is in its pause`] : []),
      ...(next !== undefined && due > next ? [`a reminder of ${id} is left out`] : []),
    ];
  });

/** A sender nudges at most once, while the message can be answered, from five days before its deadline on. */
export const nudgesComeAfterFiveDays: Invariant = ({ conversations }) =>
  conversations.flatMap((order) => {
    const nudges = order.history.filter(({ event }) => event === 'NUDGED');
    const stretches = stretchesOf(order);
    return [
      ...(nudges.length > 1 ? [`${order.id} was nudged ${nudges.length} times`] : []),
      ...nudges.flatMap(({ at }) =>
        stretches.some((one) => isIn(at, one) && at >= one.deadline - 120 * HOUR)
          ? []
          : [`${order.id} was nudged at the wrong time`],
      ),
    ];
  });
