import { ANSWER, CONTEST_TEXT } from '#lib/local/deeds/texts.ts';
import { CLAIM_REASONS } from '#shared/rules/conversations/claim-states.ts';
import type { Operation } from './handlers.ts';
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
    operation: Operation,
    states: readonly string[],
    more: (run: HistoryRun) => Readonly<Record<string, unknown>> = () => ({}),
  ): Action =>
  async (run) => {
    const order = someClaim(run, ...states);
    if (!order) return;
    const id = side === 'sender' ? { orderId: order.id } : { inboxId: order.id };
    const key = run.random.chance(0.8) ? run.nextKey() : undefined;
    await run.call(run.personOf(order[side]), operation, { ...id, ...more(run) }, { key });
  };

export const claim = claimAction('sender', 'claimAnswer', ['NONE'], (run) => ({
  reason: run.random.pick(CLAIM_REASONS),
  text: 'The answer is about another instrument.',
}));

export const improve = claimAction('recipient', 'improveAnswer', ['OPEN'], (run) => ({
  messageBody: `${ANSWER}<p>${run.nextWord()}</p>`,
}));

export const giveBack = claimAction('recipient', 'giveBackClaim', ['OPEN', 'IMPROVED']);

export const contest = claimAction('recipient', 'contestClaim', ['OPEN'], () => ({
  text: CONTEST_TEXT,
}));

export const askForDecision = claimAction('sender', 'askForDecision', ['IMPROVED'], () => ({
  text: CONTEST_TEXT,
}));

export const withdraw = claimAction('sender', 'withdrawClaim', ['OPEN', 'IMPROVED', 'CONTESTED']);

/** The desk decides a contested claim. */
export const decideClaim: Action = async (run) => {
  const order = someClaim(run, 'CONTESTED');
  if (!order) return;
  await run.simulation.decideClaim(order.id, run.random.pick(['UPHELD', 'REJECTED']));
};
