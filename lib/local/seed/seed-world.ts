import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '#functions/auth/passwords.ts';
import { table } from '#functions/storage/table.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import { cents } from '#shared/money.ts';
import { subCategoryOf } from '#shared/rules/profiles/categories.ts';
import { DAY, instant } from '#shared/time.ts';
import type { MediaStore } from '../media.ts';
import { newAccount } from '../new-account.ts';
import { seedAnalytics, type Visited } from './analytics.ts';
import { cardOf } from './cards.ts';
import { chatAndContactSteps } from './chat-steps.ts';
import { stepsOfConversations } from './conversation-steps.ts';
import { CONVERSATIONS } from './conversations.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { registerStaff, seedCases } from './desk.ts';
import { EARLIER_LETTERS } from './earlier-letters.ts';
import {
  FIRST_CONVERSATION,
  FIRST_SENDER,
  firstPayoutDaysAgo,
  PAID_CREATOR,
  runFirstPayout,
} from './first-payout.ts';
import { LINKS, LINKS_BACK } from './links.ts';
import { changeSettings } from './offers.ts';
import { CREATORS, SENDERS, type SeededPerson } from './people.ts';
import {
  type DemoActor,
  demoActor,
  dollarsOf,
  html,
  inOrder,
  type People,
  payForPlan,
  paymentBy,
  personNamed,
  runSteps,
  type SeedContext,
  type SeedOptions,
  type SeedStep,
} from './seed-context.ts';
import { STATEMENTS, seedStatement } from './statements.ts';

/*
 * Seeds the demo data of the first start. Accounts are written to the table; everything else is what people do
 * while the clock advances from five weeks ago to the present, so that the ledger, the Stripe emulator and the timelines
 * are consistent.
 */

const DAYS_OF_HISTORY = 36;
/** Who has set up payouts besides the creator who was paid already. */
const PAYOUT_ACCOUNT = { username: 'ana.markovic', daysAgo: 33.6 } as const;

/** Seeds an empty table. Throws when an operation refuses, because the demo data then breaks a rule. */
export async function seedWorld(options: SeedOptions): Promise<void> {
  const context: SeedContext = { ...options, sessions: new Map() };
  const { clock } = context;
  clock.offsetMs =
    -Math.max(DAYS_OF_HISTORY, context.conversations ? firstPayoutDaysAgo(clock.now()) : 0) * DAY;
  const people = await registerPeople(context);
  if (context.conversations) await payForPlans(context, people);
  await addLinks(context, people);
  if (context.conversations) await payCreator(context, people);
  clock.offsetMs = Math.max(clock.offsetMs, -DAYS_OF_HISTORY * DAY);
  if (context.conversations) await runSteps(context, conversationSteps(context, people), 0);
  else {
    for (const { run } of chatAndContactSteps(people)) await run();
    clock.offsetMs = 0;
  }
  await addTiers(people);
  if (context.conversations) await addSettings(context, people);
  await seedDesk(context, people);
}

/** Registers the staff, and fills the queues of the desk, which need conversations. */
async function seedDesk(context: SeedContext, people: People): Promise<void> {
  const now = instant(context.clock.now());
  const [, proposer] = await registerStaff(await hashPassword(DEMO_PASSWORD), now);
  if (!context.conversations || !proposer) return;
  await seedCases((username) => personNamed(people, username).user, proposer, now);
  await personNamed(people, 'priya.nair').asksSupport(TICKET);
}

const TICKET = {
  subject: 'My receipt has the wrong name',
  text: '<p>My employer pays me back for one letter, and they need a receipt with the name of the company and not with mine. Can you change the name, or is there a way to do it myself?</p>',
};

/** Seeds the first payout, before the other conversations. */
async function payCreator(context: SeedContext, people: People): Promise<void> {
  const creator = personNamed(people, PAID_CREATOR);
  const sender = personNamed(people, FIRST_SENDER);
  const earn = async () => {
    const order = await sender.pays(creator, {
      card: cardOf(FIRST_SENDER),
      nameOnCard: sender.user.fullName,
      subject: FIRST_CONVERSATION.subject,
      text: html(FIRST_CONVERSATION.text),
      price: dollarsOf(creator.user.paidResponsePrice),
    });
    await creator.answers(order, { text: html(FIRST_CONVERSATION.answer), closes: true });
  };
  const setUp = () => setUpPayouts(creator);
  await runFirstPayout({ ...context, earn, setUp }, -DAYS_OF_HISTORY * DAY);
}

/** Sets up the payouts of a person, as they would do on Stripe's page. */
async function setUpPayouts(person: DemoActor): Promise<void> {
  const { url } = await person.asksForPayoutLink();
  await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'READY', name: person.user.fullName }),
    redirect: 'manual',
  });
}

async function registerPeople(context: SeedContext): Promise<Map<string, DemoActor>> {
  const { clock, media, conversations } = context;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = new Map<string, DemoActor>();
  const now = instant(clock.now());
  await ensureSupportAccount(table, async () => passwordHash, now);
  for (const [index, person] of [...CREATORS, ...SENDERS].entries()) {
    const user = await newAccount(registrationOf(person, index), now);
    people.set(person.username, demoActor(context, user));
  }
  const present = instant(clock.now() - clock.offsetMs);
  await seedAnalytics(table, visited(people), DAYS_OF_HISTORY - 1, present);
  for (const [username, statement] of Object.entries(STATEMENTS))
    await seedStatement(table, personNamed(people, username).id, statement, present);
  return people;

  function registrationOf(person: SeededPerson, index: number) {
    const { username, fullName, bio, plan = 'FREE', identified, socials, subCategoryId } = person;
    return {
      username,
      fullName,
      bio,
      passwordHash,
      phoneNumber: `+1555555${String(1_001 + index).padStart(4, '0')}`,
      // With the emulator, people on a paid plan finish their registration by paying for it.
      ...(conversations && plan !== 'FREE' ? { licenseId: 'NONE' as const } : { licenseId: plan }),
      ...(identified && { identity: { name: fullName, accountId: 'acct_demo', verifiedAt: now } }),
      paidResponsePrice: cents(person.price),
      paidResponseCommitment: person.commitment,
      socials,
      subCategoryId,
      categoryId: subCategoryOf(subCategoryId)?.parentId,
      ...portraitOf(media, username),
    };
  }
}

/** The creators whose profiles were visited. */
const visited = (people: People): Visited[] =>
  CREATORS.map(({ username, price, closesDaysAgo }) => ({
    userId: personNamed(people, username).id,
    price: closesDaysAgo === undefined ? price : undefined,
  }));

/** Subscribes people to their paid plans. */
async function payForPlans(context: SeedContext, people: Map<string, DemoActor>): Promise<void> {
  for (const { username, plan = 'FREE', price, commitment, wallet } of CREATORS)
    if (plan !== 'FREE') {
      const payment = await paymentBy(context, wallet, cardOf(username));
      await payForPlan(context, people, username, { plan, price, commitment, ...payment });
    }
}

/** Adds tiers at the end, because the seeded orders pay the single prices. */
async function addTiers(people: People): Promise<void> {
  for (const { username, tiers } of CREATORS)
    if (tiers) await personNamed(people, username).offersTiers(tiers);
}

/** Adds questions to senders, a pause, a cap, an own price and a saved reply, at the end for the same reason. */
const addSettings = (context: SeedContext, people: People): Promise<void> =>
  changeSettings((username) => personNamed(people, username), instant(context.clock.now()));

async function addLinks(context: SeedContext, people: People): Promise<void> {
  for (const [username, links] of Object.entries(LINKS))
    for (const [linkName, linkUrl] of links)
      await personNamed(people, username).addsLink(linkName, linkUrl);
  for (const [username, linkUrl] of LINKS_BACK)
    await verifyLink(context, personNamed(people, username), linkUrl);
}

/** Lets a page link back to its person, who then verifies the link to it. */
async function verifyLink(context: SeedContext, person: DemoActor, linkUrl: string): Promise<void> {
  const { host, pathname } = new URL(linkUrl);
  const { username } = person.user;
  context.sites.put(`${host}${pathname}`, `<a rel="me" href="{origin}/${username}">Me</a>`);
  const link = (await person.links()).data.find((one) => one.linkUrl === linkUrl);
  if (!link) throw new Error(`${username} has no link to ${linkUrl}`);
  const { check } = await person.verifiesLink(link);
  // A check that finds no link back is no refusal.
  if (check !== 'VERIFIED') throw new Error(`${username}, ${linkUrl}: ${check}`);
}

/** Stores the person's portrait in the media bucket, if there is one. */
function portraitOf(media: MediaStore, username: string): { avatarUrl?: string } {
  const name = `${username}.webp`;
  try {
    const body = readFileSync(join(import.meta.dirname, 'portraits', name));
    media.put(`portraits/${name}`, { type: 'image/webp', body });
    return { avatarUrl: `${process.env.MEDIA_URL}/portraits/${name}` };
  } catch {
    return {};
  }
}

/** The events of all conversations, chats and contacts, in chronological order. */
function conversationSteps(context: SeedContext, people: People): SeedStep[] {
  const letters = [...EARLIER_LETTERS, ...CONVERSATIONS];
  const bank = {
    daysAgo: PAYOUT_ACCOUNT.daysAgo,
    run: () => setUpPayouts(personNamed(people, PAYOUT_ACCOUNT.username)),
  };
  const closings = CREATORS.flatMap(({ username, price, closesDaysAgo: daysAgo }) =>
    daysAgo === undefined
      ? []
      : [{ daysAgo, run: () => acceptNothing(personNamed(people, username), price) }],
  );
  return inOrder([
    ...stepsOfConversations(context, people, letters, cardOf),
    ...closings,
    bank,
    ...chatAndContactSteps(people),
  ]);
}

const acceptNothing = (person: DemoActor, price: number) =>
  person.setsPrice({ price: dollarsOf(cents(price)), perMonth: '0' });
