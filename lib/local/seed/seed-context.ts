import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { registerUser } from '#functions/storage/auth/registrations.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { table } from '#functions/storage/table.ts';
import { cents, toDollars } from '#shared/money.ts';
import { DAY, type Instant, instant } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import type { Clock } from '../clock.ts';
import { OWN_CALL } from '../front/front.ts';
import type { MediaStore } from '../media.ts';
import type { Sites } from '../sites.ts';
import type { TimeMachine } from '../time-machine.ts';

/* What the parts of the seed share: the running product, the people, and the calls of operations as one of them. */

/** What calls need: the running product and its clock. */
export type CallContext = {
  readonly url: string;
  /** The key of the product's own calls, which are answered before the product is ready; absent once it is. */
  readonly ownKey?: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  /** The session id of each person who has called an operation, by user id. */
  readonly sessions: Map<string, Promise<string>>;
};

export type SeedOptions = Omit<CallContext, 'sessions'> & {
  readonly media: MediaStore;
  readonly sites: Sites;
  /** Whether to seed conversations. Not with the real Stripe, whose clock cannot be moved. */
  readonly conversations: boolean;
};

export type SeedContext = SeedOptions & CallContext;

export type People = ReadonlyMap<string, User>;
export type SeedStep = { readonly daysAgo: number; readonly run: () => Promise<unknown> };

/** Returns the person with this username. Throws if there is none. */
export function personNamed(people: People, username: string): User {
  const user = people.get(username);
  if (!user) throw new Error(`Nobody is called ${username}`);
  return user;
}

/** Registers a person whose phone number counts as confirmed. Throws if the account cannot be made. */
export async function register(
  registration: Omit<Parameters<typeof registerUser>[1], 'verified'>,
  now: Instant,
): Promise<User> {
  const made = await registerUser(table, { ...registration, verified: true }, now);
  if (typeof made === 'string') throw new Error(`${registration.username}: ${made}`);
  return made.user;
}

/** Steps in the order in which they happen. */
export const inOrder = <Step extends { readonly daysAgo: number }>(
  steps: readonly Step[],
): Step[] => [...steps].sort((one, other) => other.daysAgo - one.daysAgo);

/**
 * Runs steps that are in order, each at its time, and then moves the clock to the present. `present`: the offset of the
 * clock at which `daysAgo` is 0.
 */
export async function runSteps(
  { clock, time }: CallContext,
  steps: readonly SeedStep[],
  present: number,
): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (const { daysAgo, run } of steps) {
    // Steps of one time follow each other without a look at what is due.
    if (daysAgo < before) await time.advance(Math.max(0, present - daysAgo * DAY - clock.offsetMs));
    await run();
    before = daysAgo;
  }
  await time.advance(present - clock.offsetMs);
}

/** A paid plan, and what its subscriber asks for an answer. The price is in cents. */
type SeededPlan = {
  readonly plan: 'STARTER' | 'PROFESSIONAL';
  readonly price: number;
  readonly commitment: number;
  readonly paymentMethodId: string;
};

/** Subscribes a person to a paid plan, which completes their registration. The subscription renews as the clock advances. */
export async function payForPlan(
  context: CallContext,
  people: Map<string, User>,
  username: string,
  { plan, price, commitment, paymentMethodId }: SeededPlan,
): Promise<void> {
  const user = personNamed(people, username);
  await call(context, user, 'savePaidRegistration', {
    license: plan,
    creditCardName: user.fullName,
    paidResponsePrice: toDollars(cents(price)),
    paidResponseCommitment: commitment,
    paymentMethodId,
  });
  people.set(username, { ...user, licenseId: plan });
}

/** A text as the HTML of a message: a paragraph for each of its own. */
export const html = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', ' ')}</p>`)
    .join('');

export type Fields = Readonly<Record<string, unknown>>;
export type AnsweredItem = {
  readonly id: string;
  readonly written?: { readonly hash: string };
  readonly check?: string;
};
type Answered = {
  readonly data?: readonly AnsweredItem[];
  readonly url?: string;
  readonly challenge?: string;
};

/** Calls an operation at the HTTP front as this person. */
export async function call(
  context: CallContext,
  user: User,
  operation: string,
  fields: Fields,
): Promise<Answered> {
  const { url, ownKey, clock } = context;
  const isRead = operation.startsWith('view');
  const form = encodeForm(fields);
  const response = await fetch(`${url}/api/${operation}${isRead ? `?${form}` : ''}`, {
    method: isRead ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(context, user, instant(clock.now()))}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(ownKey !== undefined && { [OWN_CALL]: ownKey }),
    },
    ...(!isRead && { body: form }),
  });
  const answer = (await response.json()) as Answered & { message?: string };
  if (!response.ok) throw new Error(`${user.username}, ${operation}: ${answer.message}`);
  return answer;
}

/** An access token with the person's live session, which operations that write need. A session outlasts the history. */
async function tokenOf(
  { sessions }: CallContext,
  { id: userId, licenseId: plan }: User,
  now: Instant,
): Promise<string> {
  const session = sessions.get(userId) ?? sessionOf(userId, now);
  sessions.set(userId, session);
  return signAccessToken({ userId, sessionId: await session, verified: true, plan }, now);
}

async function sessionOf(userId: string, now: Instant): Promise<string> {
  const { sessionId, step } = openSession(userId, now);
  await table.write(step);
  return sessionId;
}
