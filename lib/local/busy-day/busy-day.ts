import { hashPassword } from '#functions/auth/passwords.ts';
import { type User, userByUsername } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import { HOUR, type Instant, instant } from '#shared/time.ts';
import { newAccount } from '../new-account.ts';
import { stepsOfConversations } from '../seed/conversation-steps.ts';
import { DEMO_PASSWORD } from '../seed/demo.ts';
import { STAFF } from '../seed/desk.ts';
import { CREATORS, SENDERS } from '../seed/people.ts';
import {
  type CallContext,
  type DemoActor,
  demoActor,
  inOrder,
  type People,
  payForPlan,
  personNamed,
  runSteps,
  type SeedStep,
} from '../seed/seed-context.ts';
import { caseSteps } from './cases.ts';
import { BUSY_HOURS, BUSY_LETTERS } from './letters.ts';
import { BUSY_PEOPLE, COLLEAGUE } from './people.ts';

/*
 * A busy day at the desk: nine hours in which about twenty cases of every kind are added to the seeded ones, for whoever
 * wants to know how it is to work there. All is done by deeds, as in the seed, while the clock goes on.
 */

type BusyDayParts = Pick<CallContext, 'url' | 'clock' | 'time'> & {
  /** Opens the desk for a member of staff, and returns the id of the session. */
  readonly openDesk: (staff: User, now: Instant) => Promise<string>;
};

/** Whether the busy day can come: it comes once, into the seeded data. */
export async function mayBeBusy(now: Instant): Promise<'READY' | 'HAPPENED' | 'NO_DEMO'> {
  const [first] = BUSY_PEOPLE;
  const [seeded, added] = await Promise.all([
    userByUsername(table, COLLEAGUE, now),
    first && userByUsername(table, first.username, now),
  ]);
  if (added) return 'HAPPENED';
  return seeded ? 'READY' : 'NO_DEMO';
}

/** Lets the busy day happen. Throws if an operation refuses. The clock is nine hours later then. */
export async function letBusyDayHappen(parts: BusyDayParts): Promise<void> {
  const { clock, openDesk } = parts;
  const began = clock.offsetMs;
  const context: CallContext = { ...parts, sessions: new Map() };
  const people = await peopleOf(context);
  const { user: frida } = personNamed(people, COLLEAGUE);
  context.sessions.set(frida.id, openDesk(frida, instant(clock.now())));
  await payForPlans(context, people);
  await runSteps(context, stepsOf(context, people), began + BUSY_HOURS * HOUR);
}

/** Everything that happens, in order. */
function stepsOf(context: CallContext, people: People): SeedStep[] {
  const paidBefore = [...CREATORS, ...SENDERS].map(({ username }) => username);
  const cards = new Map(BUSY_PEOPLE.map(({ username, paysWith }) => [username, paysWith]));
  const cardOf = (username: string) => cards.get(username);
  return inOrder([
    ...stepsOfConversations(context, people, BUSY_LETTERS, cardOf, paidBefore),
    ...caseSteps(context.clock, people),
  ]);
}

/** The demo people and the staff, and those of the busy day, who are registered. */
async function peopleOf(context: CallContext): Promise<Map<string, DemoActor>> {
  const now = instant(context.clock.now());
  const people = new Map<string, DemoActor>();
  for (const { username } of [...CREATORS, ...SENDERS, ...STAFF]) {
    const user = await userByUsername(table, username, now);
    if (user) people.set(username, demoActor(context, user));
  }
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const [index, person] of BUSY_PEOPLE.entries()) {
    const { username, fullName, bio, price = 299, commitment = 0, isMember } = person;
    const user = await newAccount(
      {
        username,
        fullName,
        bio,
        passwordHash,
        // Members finish their registration by paying for the plan.
        licenseId: isMember ? 'NONE' : 'FREE',
        phoneNumber: `+1555555${1_101 + index}`,
        paidResponsePrice: cents(price),
        paidResponseCommitment: commitment,
      },
      now,
    );
    people.set(username, demoActor(context, user));
  }
  return people;
}

/** Subscribes the members to their plan. */
async function payForPlans(context: CallContext, people: Map<string, DemoActor>): Promise<void> {
  for (const { username, price = 0, commitment = 0, isMember, paysWith } of BUSY_PEOPLE)
    if (isMember)
      await payForPlan(context, people, username, {
        plan: 'STARTER',
        price,
        commitment,
        card: paysWith,
      });
}
