import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import type { Told } from '../world.ts';
import { KEY_TIME } from './request-time.ts';
import { grouped, type Invariant, type View } from './view.ts';

/* Callers were told the truth: an answer is a promise that holds whoever crashes or comes later. */

const CREATING = ['createInbox', 'createOrder', 'createInboxWithPayment'];

type Answered = Told & {
  readonly http: number;
  readonly status: string;
  readonly made: string | undefined;
};

/** Every call that got an answer: its HTTP status, its code, and the id of what it made. */
function answered({ world }: Pick<View, 'world'>): Answered[] {
  return world.told.flatMap((told) => {
    const answer = told.process.answer as
      | { http: number; body: { status: string; data?: { id?: string }[] } }
      | undefined;
    if (told.process.state !== 'done' || !answer) return [];
    const { status, data } = answer.body;
    return [{ ...told, http: answer.http, status, made: data?.[0]?.id }];
  });
}

const isAccepted = ({ status }: Conversation) => status !== 'UNDONE' && status !== 'PAYING';
const withKey = ({ person, key }: Told) => `${person.id} ${key}`;

/** What a success says of the conversation that it was about. */
const THEN: Readonly<Record<string, (one: Conversation, input: Told['input']) => boolean>> = {
  cancelOrder: ({ status }) => status === 'CANCELLED',
  declineInbox: ({ status }) => status === 'DECLINED',
  reportInbox: ({ status, reasonCode }, input) =>
    status === 'REPORTED' && reasonCode === input.reasonCode,
  closeInbox: ({ status }) => status === 'COMPLETED',
};

export const successesAreTrue: Invariant = (view) => {
  const orders = new Map(view.conversations.map((one) => [one.id, one]));
  return answered(view).flatMap(({ operation, input, person, http, made = '' }) => {
    if (http !== 200) return [];
    const says = `${person.name} was told that ${operation} is done`;
    if (CREATING.includes(operation) || operation === 'confirmInboxPayment') {
      const order = orders.get(made);
      return order && isAccepted(order) && order.sender.id === person.id
        ? []
        : [`${says}, and ${made} is ${order?.status}`];
    }
    if (operation === 'createInboxMessage' || operation === 'createOrderMessage')
      return view.items.some(({ id, senderId }) => id === made && senderId === person.id)
        ? []
        : [`${says}, and there is no message ${made}`];
    const order = orders.get(String(input.inboxId));
    const holds = THEN[operation];
    return holds && !(order && holds(order, input))
      ? [`${says}, and ${input.inboxId} is ${order?.status}`]
      : [];
  });
};

/** After these nothing was sent, and nothing is charged. */
const NOTHING_SENT = [
  'CARD_DECLINED',
  'PAYMENT_METHOD_REQUIRED',
  'NOT_ACCEPTING',
  'PRICE_CHANGED',
  'DRAFT_CHANGED',
  'INVALID_INPUT',
];

/** Where every answer to a key said that nothing was sent, nothing was. */
export const refusalsAreTrue: Invariant = (view) => {
  const keyed = grouped(
    view.world.told.filter(({ key, operation }) => key && CREATING.includes(operation)),
    withKey,
  );
  const heard = grouped(answered(view), withKey);
  return view.conversations.filter(isAccepted).flatMap(({ id, sender, payment }) => {
    const name = `${sender.id} ${payment.requestKey}`;
    const [asked, answers] = [keyed.get(name) ?? [], heard.get(name) ?? []];
    const refused = answers.filter(({ status }) => NOTHING_SENT.includes(status));
    return asked.length > 0 && refused.length === asked.length
      ? [`${id} was sent, and all that its sender heard is ${refused[0]?.status}`]
      : [];
  });
};

export const oneOrderAKey: Invariant = (view) => {
  const accepted = view.conversations.filter((one) => one.payment.requestKey && isAccepted(one));
  const byKey = grouped(accepted, ({ sender, payment }) => `${sender.id} ${payment.requestKey}`);
  return [...byKey].flatMap(([name, orders]) => {
    const times = orders.map(({ createdAt }) => createdAt).sort((one, other) => one - other);
    return times.some((at, nth) => at - (times[nth - 1] ?? Number.NEGATIVE_INFINITY) < KEY_TIME)
      ? [`${orders.length} orders were made under the key ${name}`]
      : [];
  });
};

/** Nobody pays another price than the one that they were shown. */
export const pricesAreAsShown: Invariant = (view) => {
  const orders = new Map(view.conversations.filter(isAccepted).map((one) => [one.id, one]));
  const keyed = grouped([...orders.values()], ({ sender, payment }) =>
    payment.requestKey ? `${sender.id} ${payment.requestKey}` : '',
  );
  const said = new Map(answered(view).map((one) => [one.process, one.made ?? '']));
  return view.world.told.flatMap((told) => {
    const { operation, input, process, key } = told;
    if (!CREATING.includes(operation) || input.price === undefined) return [];
    const made = orders.get(said.get(process) ?? '');
    const theirs = [...(made ? [made] : []), ...(key ? (keyed.get(withKey(told)) ?? []) : [])];
    return theirs.flatMap(({ id, price }) =>
      price === Math.round(Number(input.price) * 100)
        ? []
        : [`${id} costs ${price} cents, its sender was shown ${input.price}`],
    );
  });
};
