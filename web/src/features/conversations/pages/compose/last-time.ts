import * as checkout from '#shared/messages/checkout.ts';
import type { Cents } from '#shared/money.ts';
import { answersInLetter } from '#shared/rules/conversations/prompt-answers.ts';
import type { PromptAnswer } from '#shared/rules/conversations/prompts.ts';
import type { Instant } from '#shared/time.ts';
import { OWN_PRICE } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';
import { type Conversation, firstName, type Message } from '../../conversation.ts';
import type { Profile } from '../../recipient.ts';

/* What a new letter takes over from the order before. docs/product/conversations.md#asking-again */

export type LastTime = {
  readonly order: Conversation;
  /** What the sender answered to the recipient's questions. */
  readonly answers: readonly PromptAnswer[];
};

export const lastTimeOf = (order: Conversation, messages: readonly Message[]): LastTime => {
  const question = messages.find(({ kind }) => kind === 'QUESTION');
  return { order, answers: answersInLetter(question?.body ?? '') };
};

/** Whether the new letter is to the same person. Someone else has other prices. */
const isSamePerson = (profile: Profile, { order }: LastTime): boolean =>
  order.recipientId === profile.id;

/** When this person answered the letter before; undefined if it was not answered, or was to someone else. */
export const answeredBefore = (profile: Profile, lastTime: LastTime): Instant | undefined =>
  isSamePerson(profile, lastTime)
    ? lastTime.order.timeline.find(({ event }) => event === 'ANSWERED')?.at
    : undefined;

/**
 * What the sender chose last time, if it is still offered as it was, apart from its price: the id of a tier, or their own price.
 * Undefined if there is nothing to choose, or nothing that is the same.
 */
export function choiceBefore(profile: Profile, lastTime: LastTime): string | undefined {
  const { tiers, yourPrice } = profile;
  if (!tiers || !isSamePerson(profile, lastTime)) return undefined;
  const { tier: bought } = lastTime.order;
  if (!bought) return yourPrice === undefined ? undefined : OWN_PRICE;
  return tiers.find(
    ({ name, promise, minimumLength }) =>
      name === bought.name && promise === bought.promise && minimumLength === bought.minimumLength,
  )?.id;
}

/** What the same costs now; undefined if it is no longer offered, or the letter is to someone else. */
export function priceNow(profile: Profile, lastTime: LastTime): Cents | undefined {
  if (!isSamePerson(profile, lastTime)) return undefined;
  const { tiers, yourPrice, paidResponsePrice } = profile;
  if (!tiers) return yourPrice ?? paidResponsePrice;
  const choice = choiceBefore(profile, lastTime);
  return choice === OWN_PRICE ? yourPrice : tiers.find(({ id }) => id === choice)?.price;
}

/** What changed since the sender paid this person; undefined if the same costs the same. */
export function changeSince(
  profile: Profile,
  lastTime: LastTime,
  now: Instant,
): { readonly title: string; readonly text: string } | undefined {
  if (!isSamePerson(profile, lastTime)) return undefined;
  const { price: before, tier, timeReceived } = lastTime.order;
  const name = firstName(profile.fullName);
  const paid = { before, day: dayWords(timeReceived, now) };
  const price = priceNow(profile, lastTime);
  if (price === before) return undefined;
  if (price !== undefined)
    return { title: checkout.priceSinceTitle(name, price), text: checkout.paidBefore(paid) };
  return {
    title: `What ${name} offers has changed`,
    text: tier
      ? checkout.tierGoneSince({ ...paid, tier: tier.name, name })
      : checkout.tiersSince(paid),
  };
}
