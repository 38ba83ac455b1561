import { ANSWER } from '#lib/local/deeds/texts.ts';
import { CARE_CHOICES } from '#shared/rules/desk/care.ts';
import { TILES } from '#shared/rules/desk/permissions.ts';
import { DESK_DECISIONS, moveMoneyAtDesk, runOps } from '../desk.ts';
import type { Action, HistoryRun } from '../history-run.ts';
import { accountOf } from '../people.ts';
import { clock } from '../simulation.ts';
import type { RecordedConversation } from '../write-recorder.ts';
import { type Calls, type Row, someItem, staff } from './call.ts';

/* What staff do at the desk, and operators by commands. */

const reason = 'The support team looked at it.';

const onPerson = staff(({ random, people }) => ({ userId: random.pick(people).id, reason }));
const onConversation = (
  more: (run: HistoryRun) => object,
  fits: (one: RecordedConversation) => boolean = () => true,
): Row['call'] =>
  staff((run) => {
    const all = [...run.simulation.world.recorder.conversations.values()];
    const ids = all.filter(fits).map(({ id }) => id);
    return ids.length > 0
      ? { conversationId: run.random.pick(ids), reason, ...more(run) }
      : undefined;
  });
const isReported = ({ status }: RecordedConversation) => status === 'REPORTED';
const isAnswered = ({ status, price }: RecordedConversation) =>
  price > 0 && ['OPEN', 'COMPLETED'].includes(status);
const isTicket = ({ price }: RecordedConversation) => price === 0;

/** A call about a case of this kind. */
const onCase = (kinds: readonly string[], more: (run: HistoryRun) => object): Row['call'] =>
  staff(async (run) => {
    const item = await someItem(run, 'CASE', ({ kind }) => kinds.includes(kind));
    return item && { caseId: item.id, ...more(run) };
  });
const KINDS = ['REPORT', 'APPEAL', 'CLAIM', 'REFUND'];

/** A call about a case as an item of the list. */
const onItem = (more: (run: HistoryRun) => object): Row['call'] =>
  staff(async (run) => {
    const item = await someItem(run, 'CASE', ({ kind }) => KINDS.includes(kind));
    return item && { type: 'CASE', id: item.id, ...more(run) };
  });

export const DESK_CALLS = {
  addCaseNote: { weight: 0.7, call: onCase(KINDS, () => ({ text: 'Seen.' })) },
  decideCase: {
    weight: 1.5,
    next: 'appealStatement',
    call: onCase(['REPORT', 'APPEAL', 'REFUND'], ({ random }) =>
      random.pick([
        { reason, outcome: 'UPHELD', deed: 'WARNED' },
        { reason, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' },
        { reason, outcome: 'UPHELD' },
        { reason, outcome: 'REJECTED' },
      ]),
    ),
  },
  answerTicket: {
    weight: 0.7,
    call: onConversation(
      () => ({ messageBody: ANSWER, conversationStatus: 'COMPLETED', reason: undefined }),
      isTicket,
    ),
  },
  decideClaim: {
    weight: 0.7,
    call: onCase(['CLAIM'], ({ random }) => ({
      reason,
      outcome: random.pick(['UPHELD', 'REJECTED']),
    })),
  },
  decideReview: {
    weight: 1.2,
    call: onConversation(
      ({ random }) => ({ outcome: random.pick(['REFUND', 'KEEP']) }),
      isReported,
    ),
  },
  refundConversation: {
    weight: 0.5,
    call: onConversation(
      ({ random }) => ({ bearer: random.pick(['platform', 'recipient']) }),
      isAnswered,
    ),
  },
  refundConversationPart: {
    weight: 0.8,
    call: onConversation(
      ({ random }) => ({ amount: '5.00', givenBack: random.pick(['0.00', '0.00', '5.00']) }),
      isAnswered,
    ),
  },
  releaseHeldPayout: { weight: 0.4, call: onPerson },
  deskBlockUser: { weight: 0.2, call: onPerson },
  deskUnblockUser: { weight: 0.5, call: onPerson },
  withdrawProposal: { weight: 0.4, call: onCase(['CLAIM', 'REFUND', 'BLOCK'], () => ({})) },
  markDeskItemAsOpen: { weight: 0.3, call: onItem(() => ({})) },
  removeDeskItemAsOpen: { weight: 0.2, call: onItem(() => ({})) },
  skipDeskItem: { weight: 0.2, call: onItem(() => ({})) },
  viewDeskColleagues: { weight: 0.1, call: onItem(() => ({})) },
  handOverDeskItem: { weight: 0.2, call: onItem(() => ({ reason })) },
  findAtDesk: {
    weight: 0.2,
    call: staff(({ random, people }) => ({ text: random.pick(people).id })),
  },
  viewCareCase: { weight: 0.5, call: onCase(['REPORT'], () => ({ reason })) },
  decideCare: {
    weight: 0.5,
    call: onCase(['REPORT'], ({ random }) => ({ reason, choice: random.pick(CARE_CHOICES) })),
  },
  viewDeskCase: { weight: 0.6, call: onCase(KINDS, () => ({ reason })) },
  viewDeskConversation: { weight: 0.4, call: onConversation(() => ({})) },
  viewDeskFiles: { weight: 0.4, call: onConversation(() => ({ reason })) },
  viewDeskPerson: {
    weight: 0.2,
    call: staff(({ random, people }) => ({ person: random.pick(people).id, reason })),
  },
  viewDeskQueue: {
    weight: 0.4,
    call: staff(({ random }) => ({
      tile: random.pick([undefined, ...TILES]),
    })),
  },
  viewDeskQueues: { weight: 0.4, call: staff(() => ({})) },
} as const satisfies Calls;

/** The commands of operators about a person, with their weights. */
const COMMANDS = { block: 1, unblock: 3, 'delete-account': 1, person: 1 };

/** An operator runs a command. */
const operate: Action = async ({ random, people, simulation }) => {
  const person = await accountOf(clock, random.pick(people));
  if (!person) return;
  const words = [random.weighted(COMMANDS), person.username];
  const changes = words[0] !== 'person';
  const all = [...words, ...(changes ? ['--yes', '--reason', reason] : [])];
  await simulation.driver.start(`ops ${words.join(' ')}`, () => runOps(clock, all));
};

/** A member of staff moves the money of a conversation. */
const moveMoney: Action = async ({ random, simulation }) => {
  const ids = [...simulation.world.recorder.conversations.keys()];
  if (ids.length === 0) return;
  const [id, decision] = [random.pick(ids), random.pick(DESK_DECISIONS)];
  await simulation.driver.start(`the desk decides about ${id}: ${decision}`, () =>
    moveMoneyAtDesk(clock, id, decision),
  );
};

export const OPERATOR_ACTIONS = { operate: [operate, 0.75], moveMoney: [moveMoney, 0.75] } as const;
