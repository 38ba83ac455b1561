import type { Conversation } from '../../../shared/rules/conversations/conversations.ts';
import type { Item } from '../engine.ts';
import type { Told } from '../world.ts';
import { KEY_TIME } from './request-time.ts';
import { grouped, type Invariant, type View } from './view.ts';

/* Repeated calls: an Idempotency-Key makes one thing, and answers the same thing as long as it is known. */

type Answer = { readonly http: number; readonly body: Body };
type Body = { readonly status: string; readonly data?: readonly { readonly id?: string }[] };
type Asked = Told & { readonly nth: number; readonly answer: Answer | undefined };

/** Every call that came with a key, by its caller and key, in the order of the calls. */
function byKey({ world }: View): Map<string, Asked[]> {
  const asked = world.told.map((told, nth) => ({
    ...told,
    nth,
    answer: told.process.state === 'done' ? (told.process.answer as Answer) : undefined,
  }));
  return grouped(
    asked.filter(({ key }) => key),
    ({ person, key }) => `${person.name} under ${key}`,
  );
}

const madeBy = ({ answer }: Asked) => answer?.body.data?.[0]?.id;
/** Whether an answer says no, and not only that something is out of order or too much. */
const isRefused = ({ answer }: Asked) =>
  answer !== undefined && answer.http >= 400 && answer.http < 500 && answer.http !== 429;

/** After a success the same call succeeds again, and answers what it made the first time. */
export const keysAnswerTheSame: Invariant = (view) =>
  [...byKey(view)].flatMap(([name, asked]) => {
    const began = asked[0]?.process.startedAt ?? 0;
    const known = asked.filter(({ process }) => process.startedAt - began < KEY_TIME);
    const done = known.filter(({ answer }) => answer?.http === 200);
    const made = new Set(done.map(madeBy));
    const heard = Math.min(...done.map(({ answered }) => answered.before ?? Infinity));
    const refused = known.filter((one) => one.nth >= heard && isRefused(one));
    return [
      ...(made.size > 1 ? [`${name} was told of ${[...made].join(' and ')}`] : []),
      ...refused.map(({ answer }) => `${name} succeeded, and then heard ${answer?.body.status}`),
    ];
  });

type Message = Item & { readonly body: string; readonly sentAt: number };

/** A call with a key writes one message, however often it is repeated. */
export const messagesAreWrittenOnce: Invariant = (view) => {
  const messages = view.items.filter(({ body, sentAt }) => body && sentAt) as unknown as Message[];
  const written = grouped(messages, ({ conversationId, body }) => `${conversationId} ${body}`);
  return [...byKey(view)].flatMap(([name, [first]]) => {
    const { inboxId, orderId, messageBody } = first?.input ?? {};
    const times = (written.get(`${inboxId ?? orderId} ${messageBody}`) ?? [])
      .map(({ sentAt }) => sentAt)
      .sort((one, other) => one - other);
    const again = times.some((at, nth) => at - (times[nth - 1] ?? -Infinity) < KEY_TIME);
    return again ? [`${name} wrote ${times.length} times: ${first?.operation}`] : [];
  });
};

const ANSWERED: readonly Conversation['status'][] = ['OPEN', 'INVITED', 'COMPLETED'];

/** An order has one paid answer once it was answered, and none before. */
export const onePaidAnswer: Invariant = (view) => {
  const answers = grouped(
    view.items.filter(({ kind }) => kind === 'PAID_RESPONSE'),
    ({ conversationId }) => String(conversationId),
  );
  return view.conversations.flatMap(({ id, status, price }) => {
    const count = answers.get(id)?.length ?? 0;
    const wanted = ANSWERED.includes(status) ? 1 : 0;
    return price === 0 || count === wanted ? [] : [`${status} order ${id} has ${count} answers`];
  });
};
