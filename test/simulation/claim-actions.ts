import type { Actor } from '#lib/local/deeds/actor.ts';
import type { CallOptions } from '#lib/local/deeds/calls.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { CLAIM_REASONS } from '#shared/rules/conversations/claim-states.ts';
import type { Action, HistoryRun } from './history-run.ts';
import type { RecordedConversation } from './write-recorder.ts';

/* The actions about claims in a random history. */

const conversationsOf = ({ simulation }: HistoryRun) => [
  ...simulation.world.recorder.conversations.values(),
];

/** Picks a conversation with a claim in one of these states, and sometimes any answered one, as an outdated page would. */
function someClaim(
  run: HistoryRun,
  ...states: readonly string[]
): RecordedConversation | undefined {
  const fits = ({ money, status }: RecordedConversation) =>
    states.includes(money.claim?.state ?? 'NONE') && ['OPEN', 'COMPLETED'].includes(status);
  const fitting = conversationsOf(run).filter(fits);
  const outdated = conversationsOf(run).filter(({ money }) => money.claim !== undefined);
  const from = run.random.chance(0.93) ? fitting : outdated;
  return from.length > 0 ? run.random.pick(from) : undefined;
}

/** An action of one side on a claim in one of these states. */
const claimAction =
  (
    side: 'sender' | 'recipient',
    states: readonly string[],
    deed: (me: Actor, order: Ref, options: CallOptions, run: HistoryRun) => unknown,
  ): Action =>
  async (run) => {
    const order = someClaim(run, ...states);
    if (!order) return;
    const key = run.random.chance(0.8) ? run.nextKey() : undefined;
    await run.does(run.personOf(order[side]), (me) => deed(me, order, { key }, run));
  };

export const claim = claimAction('sender', ['NONE'], (me, order, options, { random }) =>
  me.claims(order, { reason: random.pick(CLAIM_REASONS), ...options }),
);

export const improve = claimAction('recipient', ['OPEN'], (me, order, options, run) =>
  me.improves(order, { text: `${ANSWER}<p>${run.nextWord()}</p>`, ...options }),
);

export const giveBack = claimAction('recipient', ['OPEN', 'IMPROVED'], (me, order, options) =>
  me.givesBack(order, options),
);

export const contest = claimAction('recipient', ['OPEN'], (me, order, options) =>
  me.contests(order, options),
);

export const askForDecision = claimAction('sender', ['IMPROVED'], (me, order, options) =>
  me.asksForDecision(order, options),
);

export const withdraw = claimAction(
  'sender',
  ['OPEN', 'IMPROVED', 'CONTESTED'],
  (me, order, options) => me.withdraws(order, options),
);

/** The desk decides a contested claim. */
export const decideClaim: Action = async (run) => {
  const order = someClaim(run, 'CONTESTED');
  if (!order) return;
  await run.simulation.decideClaim(order.id, run.random.pick(['UPHELD', 'REJECTED']));
};
