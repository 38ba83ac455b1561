import type { StripeEmulator } from '@replypaid/stripe-emulator';
import { type User, userByUsername } from '#functions/storage/accounts/users.ts';
import {
  type ListedConversation,
  listConversations,
} from '#functions/storage/conversations/conversation-lists.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { table } from '#functions/storage/table.ts';
import { firstName } from '#shared/first-name.ts';
import { formatMoney } from '#shared/money.ts';
import { dueAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, type Instant, instant, MINUTE, toIso } from '#shared/time.ts';
import type { Clock } from './clock.ts';
import { endOfFirstDay } from './stage.ts';
import type { TimeMachine } from './time-machine.ts';

/*
 * The four stories of the clock: each says what will happen and when, moves the clock until it has happened, and says who sees it.
 * Whether a story has happened is read from the product's data, so it stays told after a restart, and follows what else is done here.
 */

/** Who sees what happened, and on which screen. */
type Witness = { readonly username: string; readonly firstName: string; readonly path: string };

/** How a story stands: it will happen at a time, it has happened, or it cannot happen in this data. */
type Standing =
  | { readonly at: Instant; readonly text: string }
  | { readonly seenBy: Witness; readonly text: string }
  | { readonly text: string };

export type ShownStory = {
  readonly id: StoryId;
  readonly title: string;
  readonly text: string;
  /** When it will happen; absent if it has happened or cannot happen. */
  readonly at?: string;
  readonly seenBy?: Witness;
};

type StoryId = 'deadline' | 'claim' | 'payday' | 'renewal';
type StoryParts = {
  /** The folder for all data. */
  readonly folder: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  readonly stripe: StripeEmulator | undefined;
};
type People = Readonly<Record<'ana' | 'sam', User>>;
type Story = {
  readonly id: StoryId;
  readonly title: string;
  /** `began`: the end of the day on which the data was seeded; what happened before is no story. */
  readonly standing: (people: People, now: Instant, began: Instant) => Promise<Standing>;
  /** What happens outside the product before the clock is moved. */
  readonly prepare?: (people: People, parts: StoryParts) => void;
};

const STORIES: readonly Story[] = [
  { id: 'deadline', title: 'Let Ana’s deadline pass', standing: deadlineStory },
  { id: 'claim', title: 'The claim lapses', standing: claimStory },
  { id: 'payday', title: 'Payday', standing: paydayStory },
  {
    id: 'renewal',
    title: 'The renewal fails',
    standing: renewalStory,
    prepare: ({ ana }, { stripe }) => {
      if (ana.stripeCustomerId) stripe?.declineCards(ana.stripeCustomerId);
    },
  },
];

/** All stories; none if their people are not there, as with the real Stripe. */
export async function shownStories(parts: StoryParts): Promise<ShownStory[]> {
  const { clock, stripe, folder } = parts;
  const [now, began] = [instant(clock.now()), endOfFirstDay(folder)];
  const people = stripe && (await peopleOf(now));
  if (!people) return [];
  return Promise.all(
    STORIES.map(async ({ id, title, standing }) =>
      shown(id, title, await standing(people, now, began)),
    ),
  );
}

function shown(id: StoryId, title: string, standing: Standing): ShownStory {
  const { text } = standing;
  return {
    id,
    title,
    text,
    ...('at' in standing && { at: toIso(standing.at) }),
    ...('seenBy' in standing && { seenBy: standing.seenBy }),
  };
}

/** How long after its time something has happened at the latest: schedules run every few minutes, and Stripe charges an hour later. */
const [TRIES, STEP] = [16, 15 * MINUTE];

/** Lets a story happen. Returns false if there is no such story, or if it cannot happen now. */
export async function tellStory(parts: StoryParts, id: string): Promise<boolean> {
  const { clock, time, folder } = parts;
  const began = endOfFirstDay(folder);
  const story = STORIES.find((one) => one.id === id);
  const standingNow = async () => {
    const now = instant(clock.now());
    const people = await peopleOf(now);
    return people && story && { people, standing: await story.standing(people, now, began) };
  };
  const before = await standingNow();
  if (!story || !before || !('at' in before.standing)) return false;
  story.prepare?.(before.people, parts);
  await time.advance(Math.max(0, before.standing.at - clock.now()) + MINUTE);
  for (let nth = 0; nth < TRIES; nth += 1) {
    const after = await standingNow();
    if (!after || !('at' in after.standing)) break;
    await time.advance(STEP);
  }
  return true;
}

async function peopleOf(now: Instant): Promise<People | undefined> {
  const [ana, sam] = await Promise.all(
    ['ana.markovic', 'sam.whitaker'].map((name) => userByUsername(table, name, now)),
  );
  return ana && sam && { ana, sam };
}

/** The letters to a person, newest first. */
async function lettersTo(person: User): Promise<ListedConversation[]> {
  const list = { userId: person.id, mailbox: 'INBOX', filter: 'ALL', skip: 0, limit: 50 } as const;
  return (await listConversations(table, list))?.conversations ?? [];
}

/** The women whose letters wait for Ana in the seeded data. */
const WRITERS = ['clara.jung', 'priya.nair'];

/** The next of these letters that waits; once one has expired here, that one. */
async function deadlineStory({ ana }: People, _: Instant, began: Instant): Promise<Standing> {
  const all = (await lettersTo(ana)).filter(({ sender }) => WRITERS.includes(sender.username));
  const expired = all.find(
    ({ status, deadlineAt }) => status === 'EXPIRED' && deadlineAt > began - DAY,
  );
  if (expired) {
    const { id, sender, price } = expired;
    return {
      text: `${firstName(sender.fullName)} got no answer. All ${formatMoney(price)} went back to her card.`,
      seenBy: witness(sender, `/order-viewer/${id}`),
    };
  }
  const [next] = all
    .filter(({ status }) => status === 'PENDING')
    .sort((one, other) => one.deadlineAt - other.deadlineAt);
  if (!next) return { text: 'No letter from Clara or Priya waits for Ana.' };
  const { sender, price, deadlineAt } = next;
  const text = `${firstName(sender.fullName)} has no answer. All ${formatMoney(price)} goes back to her card by itself.`;
  return { at: deadlineAt, text };
}

async function claimStory({ ana, sam }: People, now: Instant): Promise<Standing> {
  const all = (await lettersTo(ana)).filter(({ sender }) => sender.id === sam.id);
  const open = all.find(({ money }) => money.claim?.state === 'OPEN');
  if (open) {
    const until = (await conversationById(table, open.id, now))?.claim?.until;
    if (until !== undefined) {
      const text = `Ana doesn’t respond to Sam’s claim. He gets ${formatMoney(open.price)} back.`;
      return { at: until, text };
    }
  }
  const lapsed = all.find(({ money }) => money.claim?.state === 'LAPSED');
  if (!lapsed) return { text: 'Ana has responded to Sam’s claim.' };
  return {
    text: `Ana didn’t respond to Sam’s claim. He got ${formatMoney(lapsed.price)} back.`,
    seenBy: witness(sam, `/order-viewer/${lapsed.id}`),
  };
}

async function paydayStory({ ana }: People, _: Instant, began: Instant): Promise<Standing> {
  const payouts = await payoutsOf(table, ana.id);
  if (payouts.some(({ status, period }) => status === 'PAID' && dueAfter(period) >= began))
    return {
      text: 'What was earned went to the banks, and Ana sees hers.',
      seenBy: witness(ana, '/payouts'),
    };
  const due = await dueBalanceOf(table, ana.id);
  if (!due) return { text: 'Nothing is owed to Ana.' };
  return {
    at: due.dueAt,
    text: 'What was earned goes to the banks, and Ana sees her payout.',
  };
}

async function renewalStory({ ana }: People): Promise<Standing> {
  const { membership } = ana;
  if (membership?.failing)
    return {
      text: 'Ana’s card was declined. She sees what to do to keep Starter.',
      seenBy: witness(ana, '/subscription'),
    };
  if (!membership || membership.ending)
    return { text: 'Ana has no plan that renews, so no card is charged.' };
  return {
    // Stripe makes the invoice of a renewal at its time, and charges it an hour later.
    at: instant(membership.paidUntil + HOUR),
    text: 'Ana’s card is declined. She sees what to do to keep Starter.',
  };
}

const witness = (
  { username, fullName }: Pick<User, 'username' | 'fullName'>,
  path: string,
): Witness => ({
  username,
  firstName: firstName(fullName),
  path,
});
