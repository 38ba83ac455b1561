import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { type Cents, cents, toDollars } from '#shared/money.ts';
import type { Wallet } from '#shared/payment-method-names.ts';
import { DAY, type Instant, instant } from '#shared/time.ts';
import type { Clock } from '../clock.ts';
import { type Actor, actorOf } from '../deeds/actor.ts';
import { sendOver } from '../deeds/over-http.ts';
import { chooseInWallet, type WalletSheets } from '../deeds/wallet-sheet.ts';
import { OWN_CALL } from '../front/front.ts';
import type { MediaStore } from '../media.ts';
import { newSession } from '../new-account.ts';
import type { Sites } from '../sites.ts';
import type { TimeMachine } from '../time-machine.ts';

/* What the parts of the seed share: the running product, its people, who call operations at the HTTP front, and the time. */

/** What calls need: the running product and its clock. */
export type CallContext = {
  readonly url: string;
  /** The key of the product's own calls, which are answered before the product is ready; absent once it is. */
  readonly ownKey?: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  /** The session id of each person who has called an operation, by user id. */
  readonly sessions: Map<string, Promise<string>>;
  /** Where wallets pay; absent with the real Stripe. */
  readonly walletSheets?: WalletSheets | undefined;
};

export type SeedOptions = Omit<CallContext, 'sessions'> & {
  readonly media: MediaStore;
  readonly sites: Sites;
  /** Whether to seed conversations. Not with the real Stripe, whose clock cannot be moved. */
  readonly conversations: boolean;
};

export type SeedContext = SeedOptions & CallContext;

/** Somebody of the demo data, who does things at the HTTP front. */
export type DemoActor = Actor & { readonly user: User };

export type People = ReadonlyMap<string, DemoActor>;
export type SeedStep = { readonly daysAgo: number; readonly run: () => Promise<unknown> };

/** Returns the person with this username. Throws if there is none. */
export function personNamed(people: People, username: string): DemoActor {
  const person = people.get(username);
  if (!person) throw new Error(`Nobody is called ${username}`);
  return person;
}

/** Lets the owner of an account do things. */
export function demoActor(context: CallContext, user: User): DemoActor {
  const { url, ownKey, clock } = context;
  const send = sendOver(url, {
    tokenOf: () => tokenOf(context, user, instant(clock.now())),
    ...(ownKey !== undefined && { headers: { [OWN_CALL]: ownKey } }),
  });
  return Object.assign(actorOf(user.id, send), { user });
}

/** An access token with the person's live session. A session outlasts the history. */
async function tokenOf(
  { sessions }: CallContext,
  { id: userId, licenseId: plan }: User,
  now: Instant,
): Promise<string> {
  const session = sessions.get(userId) ?? newSession(userId, now);
  sessions.set(userId, session);
  return signAccessToken({ userId, sessionId: await session, verified: true, plan }, now);
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
  readonly card: string;
  /** Whether it was chosen in the sheet of a wallet. */
  readonly byWallet?: boolean | undefined;
};

/** Subscribes a person to a paid plan, which completes their registration. The subscription renews as the clock advances. */
export async function payForPlan(
  context: CallContext,
  people: Map<string, DemoActor>,
  username: string,
  { plan, price, commitment, card, byWallet }: SeededPlan,
): Promise<void> {
  const person = personNamed(people, username);
  const { user } = person;
  await person.choosesPaid(plan, {
    card,
    ...(byWallet ? { byWallet } : { nameOnCard: user.fullName }),
    price: dollarsOf(cents(price)),
    perMonth: String(commitment),
  });
  people.set(username, demoActor(context, { ...user, licenseId: plan }));
}

/** The payment method of a seeded payment: a card, or one that is chosen in the sheet of a wallet. */
export const paymentBy = async <Card extends string | undefined>(
  { walletSheets }: CallContext,
  wallet: Wallet | undefined,
  card: Card,
) =>
  wallet && walletSheets
    ? { card: await chooseInWallet(walletSheets, { wallet, card }), byWallet: true }
    : { card };

/** An amount in dollars, as it is typed. */
export const dollarsOf = (amount: Cents) => String(toDollars(amount));

/** A text as the HTML of a message: a paragraph for each of its own. */
export const html = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', ' ')}</p>`)
    .join('');
