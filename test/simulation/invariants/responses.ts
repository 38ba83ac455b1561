import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { RecordedCall } from '../world.ts';
import { KEY_LIFETIME } from './key-lifetime.ts';
import { grouped, type Invariant, type Snapshot } from './snapshot.ts';

/* Invariants of responses: what a caller was told remains true, whatever crashes or happens later. */

const WRITING = [
  'createInboxMessage',
  'createOrderMessage',
  'askForInformation',
  'giveInformation',
  'improveAnswer',
];
const CREATING = ['createInbox', 'createOrder', 'createInboxWithPayment'];

type AnsweredCall = RecordedCall & {
  readonly http: number;
  readonly status: string;
  readonly made: string | undefined;
};

/** Every call that got a response: its HTTP status, its code, and the id of the object it created. */
function answeredCalls({ world }: Pick<Snapshot, 'world'>): AnsweredCall[] {
  return world.calls.flatMap((recorded) => {
    const answer = recorded.process.answer as
      | { http: number; body: { status: string; data?: { id?: string }[] } }
      | undefined;
    if (recorded.process.state !== 'done' || !answer) return [];
    const { status, data } = answer.body;
    return [{ ...recorded, http: answer.http, status, made: data?.[0]?.id }];
  });
}

const isAccepted = ({ status }: Conversation) => status !== 'UNDONE' && status !== 'PAYING';
const withKey = ({ person, key }: RecordedCall) => `${person.id} ${key}`;

/** The condition that a conversation fulfills after an operation on it has succeeded, by the operation's name. */
const AFTER_SUCCESS: Readonly<
  Record<string, (one: Conversation, input: RecordedCall['input']) => boolean>
> = {
  cancelOrder: ({ status }) => status === 'CANCELLED',
  declineInbox: ({ status }) => status === 'DECLINED',
  reportInbox: ({ status, reasonCode }, input) =>
    status === 'REPORTED' && reasonCode === input.reasonCode,
  closeInbox: ({ status }) => status === 'COMPLETED',
  endClarification: ({ status, clarification }) =>
    status !== 'NEEDS_INFO' && clarification?.endedAt !== undefined,
  claimAnswer: ({ claim }, input) => claim?.reason === input.reason,
  giveBackClaim: ({ money }) => money.claim?.state === 'GIVEN_BACK',
  contestClaim: ({ claim }) => claim?.contest?.by === 'recipient',
  askForDecision: ({ claim }) => claim?.contest?.by === 'sender',
  withdrawClaim: ({ money }) => money.claim?.state === 'WITHDRAWN',
  nudgeRecipient: ({ history }) => history.some(({ event }) => event === 'NUDGED'),
};

export const successesHold: Invariant = (state) => {
  const orders = new Map(state.conversations.map((one) => [one.id, one]));
  return answeredCalls(state).flatMap(({ operation, input, person, http, made = '' }) => {
    if (http !== 200) return [];
    const claim = `${person.name} was told that ${operation} is done`;
    if (CREATING.includes(operation) || operation === 'confirmInboxPayment') {
      const order = orders.get(made);
      return order && isAccepted(order) && order.sender.id === person.id
        ? []
        : [`${claim}, and ${made} is ${order?.status}`];
    }
    if (WRITING.includes(operation))
      return state.items.some(({ id, senderId }) => id === made && senderId === person.id)
        ? []
        : [`${claim}, and there is no message ${made}`];
    const orderId = String(input.inboxId ?? input.orderId ?? input.conversationId);
    const order = orders.get(orderId);
    const holds = AFTER_SUCCESS[operation];
    return holds && !(order && holds(order, input))
      ? [`${claim}, and ${orderId} is ${order?.status}`]
      : [];
  });
};

/** Refusals after which nothing was sent and nothing is charged. */
const REFUSALS = [
  'CARD_DECLINED',
  'PAYMENT_METHOD_REQUIRED',
  'NOT_ACCEPTING',
  'PRICE_CHANGED',
  'DRAFT_CHANGED',
  'INVALID_INPUT',
];

/** If every response to a key was a refusal, nothing was sent. */
export const refusalsSendNothing: Invariant = (state) => {
  const keyed = grouped(
    state.world.calls.filter(({ key, operation }) => key && CREATING.includes(operation)),
    withKey,
  );
  const heard = grouped(answeredCalls(state), withKey);
  return state.conversations.filter(isAccepted).flatMap(({ id, sender, payment }) => {
    const name = `${sender.id} ${payment.requestKey}`;
    const [asked, answers] = [keyed.get(name) ?? [], heard.get(name) ?? []];
    const refused = answers.filter(({ status }) => REFUSALS.includes(status));
    return asked.length > 0 && refused.length === asked.length
      ? [`${id} was sent, and all that its sender heard is ${refused[0]?.status}`]
      : [];
  });
};

export const oneOrderPerKey: Invariant = (state) => {
  const accepted = state.conversations.filter((one) => one.payment.requestKey && isAccepted(one));
  const byKey = grouped(accepted, ({ sender, payment }) => `${sender.id} ${payment.requestKey}`);
  return [...byKey].flatMap(([name, orders]) => {
    const times = orders.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
    return times.some((at, nth) => at - (times[nth - 1] ?? Number.NEGATIVE_INFINITY) < KEY_LIFETIME)
      ? [`${orders.length} orders were made under the key ${name}`]
      : [];
  });
};

/** Senders pay the price that they were shown. */
export const pricesMatchThoseShown: Invariant = (state) => {
  const orders = new Map(state.conversations.filter(isAccepted).map((one) => [one.id, one]));
  const keyed = grouped([...orders.values()], ({ sender, payment }) =>
    payment.requestKey ? `${sender.id} ${payment.requestKey}` : '',
  );
  const said = new Map(answeredCalls(state).map((one) => [one.process, one.made ?? '']));
  return state.world.calls.flatMap((recorded) => {
    const { operation, input, process, key } = recorded;
    if (!CREATING.includes(operation) || input.price === undefined) return [];
    const made = orders.get(said.get(process) ?? '');
    const theirs = [...(made ? [made] : []), ...(key ? (keyed.get(withKey(recorded)) ?? []) : [])];
    return theirs.flatMap(({ id, price }) =>
      price === Math.round(Number(input.price) * 100)
        ? []
        : [`${id} costs ${price} cents, its sender was shown ${input.price}`],
    );
  });
};
