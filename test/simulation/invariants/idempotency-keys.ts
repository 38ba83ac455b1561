import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Item } from '../engine.ts';
import type { RecordedCall } from '../world.ts';
import { KEY_LIFETIME } from './key-lifetime.ts';
import { grouped, type Invariant, type Snapshot } from './snapshot.ts';

/*
 * Invariants of repeated requests: an idempotency key creates one object and gives the same response while it is
 * stored.
 */

type Answer = { readonly http: number; readonly body: Body };
type Body = { readonly status: string; readonly data?: readonly { readonly id?: string }[] };
type KeyedCall = RecordedCall & { readonly nth: number; readonly answer: Answer | undefined };

/** Groups the calls that came with a key by caller and key, in the order of the calls. */
function byKey({ world }: Snapshot): Map<string, KeyedCall[]> {
  const keyedCalls = world.calls.map((recorded, nth) => ({
    ...recorded,
    nth,
    answer: recorded.process.state === 'done' ? (recorded.process.answer as Answer) : undefined,
  }));
  return grouped(
    keyedCalls.filter(({ key }) => key),
    ({ person, key }) => `${person.name} under ${key}`,
  );
}

const createdId = ({ answer }: KeyedCall) => answer?.body.data?.[0]?.id;
/** A chat, a link, a saved reply or what was reported can be removed, and a repetition does not find it then. */
const MAY_BE_GONE = [
  'createGroupChat',
  'createDirectChat',
  'createUserLink',
  'createSavedReply',
  'createChatMessage',
  'createChatPicture',
  'reportContent',
];
/** Whether a response refuses the request itself, rather than reporting a server error, a rate limit, or an ended session or plan. */
const isRefused = ({ answer, operation }: KeyedCall) =>
  answer !== undefined &&
  answer.http >= 400 &&
  answer.http < 500 &&
  ![401, 429].includes(answer.http) &&
  answer.body.status !== 'PLAN_REQUIRED' &&
  !(answer.http === 404 && MAY_BE_GONE.includes(operation));

/** An unconfirmed registration lasts a day. */
const REGISTRATION_LASTS = 24 * 3_600_000;

/**
 * Whether a registration that a call made was gone at a later call: it was not confirmed, and expired or was replaced. Whoever
 * registers again with the same username and password replaces it. A repetition then finds the username taken; it registers
 * anew if the first registration has expired, or the later one was undone or is not known to have succeeded.
 */
function isForgotten({ at, world }: Snapshot, call: KeyedCall, later: KeyedCall): boolean {
  const user = at(`USER#${createdId(call)}`, 'USER');
  if (call.operation !== 'createUser' || user?.verified) return false;
  const age = later.process.startedAt - call.process.startedAt;
  if (age >= REGISTRATION_LASTS) return true;
  const replacing = world.calls.filter(
    ({ operation, input, key }, nth) =>
      nth > call.nth &&
      operation === 'createUser' &&
      input.username === call.input.username &&
      key !== call.key,
  );
  const stays = replacing.some(
    ({ process, response }) =>
      process.state === 'done' &&
      (process.answer as Answer).http === 200 &&
      (response.before ?? Infinity) <= later.nth,
  );
  return !user && replacing.length > 0 && (isRefused(later) || !stays);
}

/** Whether the password of a registration was changed before a later call. A key is no secret, so a repetition needs the password too. */
const hasNewPassword = ({ world }: Snapshot, call: KeyedCall, later: KeyedCall): boolean =>
  call.operation === 'createUser' &&
  world.calls
    .slice(call.nth, later.response.before)
    .some(
      ({ operation, input, person }) =>
        (operation === 'updatePassword' && person.id === createdId(call)) ||
        (operation === 'confirmPasswordReset' && input.username === call.input.username),
    );

/** After a success, the same call succeeds again and returns the same object. */
export const keysRepeatTheirAnswer: Invariant = (state) =>
  [...byKey(state)].flatMap(([name, keyedCalls]) => {
    const began = keyedCalls[0]?.process.startedAt ?? 0;
    const known = keyedCalls.filter(({ process }) => process.startedAt - began < KEY_LIFETIME);
    const done = known.filter(({ answer }) => answer?.http === 200);
    return done.flatMap((one) => {
      const heard = one.response.before ?? Infinity;
      const later = known.filter(({ nth }) => nth > one.nth);
      const repeated = later.filter((other) => !isForgotten(state, one, other));
      const others = repeated.filter(
        (other) => done.includes(other) && createdId(other) !== createdId(one),
      );
      const refused = repeated.filter(
        (other) => other.nth >= heard && isRefused(other) && !hasNewPassword(state, one, other),
      );
      return [
        ...others.map((other) => `${name} was told of ${createdId(one)} and ${createdId(other)}`),
        ...refused.map(({ answer }) => `${name} succeeded, and then heard ${answer?.body.status}`),
      ];
    });
  });

type Message = Item & { readonly body: string; readonly sentAt: number };

/** A call with a key writes one message, however often it is repeated. */
export const keyedMessagesAreWrittenOnce: Invariant = (state) => {
  const messages = state.items.filter(({ body, sentAt }) => body && sentAt) as unknown as Message[];
  const written = grouped(messages, ({ conversationId, body }) => `${conversationId} ${body}`);
  return [...byKey(state)].flatMap(([name, [first]]) => {
    const { inboxId, orderId, messageBody } = first?.input ?? {};
    const times = (written.get(`${inboxId ?? orderId} ${messageBody}`) ?? [])
      .map(({ sentAt }) => sentAt)
      .sort((one, other) => one - other);
    const again = times.some((at, nth) => at - (times[nth - 1] ?? -Infinity) < KEY_LIFETIME);
    return again ? [`${name} wrote ${times.length} times: ${first?.operation}`] : [];
  });
};

const ANSWERED: readonly Conversation['status'][] = ['OPEN', 'INVITED', 'COMPLETED'];

/** An answered order has exactly one paid answer; an unanswered order has none. */
export const answeredOrdersHaveOneAnswer: Invariant = (state) => {
  const answers = grouped(
    state.items.filter(({ kind }) => kind === 'PAID_RESPONSE'),
    ({ conversationId }) => String(conversationId),
  );
  return state.conversations.flatMap(({ id, status, price }) => {
    const count = answers.get(id)?.length ?? 0;
    const wanted = ANSWERED.includes(status) ? 1 : 0;
    return price === 0 || count === wanted ? [] : [`${status} order ${id} has ${count} answers`];
  });
};
