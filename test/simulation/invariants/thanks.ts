import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { isEarningTakenBack } from '#shared/rules/profiles/odds.ts';
import { DAY, toIso } from '#shared/time.ts';
import type { Invariant } from './snapshot.ts';

/* The invariants of thanks for an answer. docs/product/conversations.md#thanks */

/** Thanks are said for a paid answer, within 30 days of it. */
export const thanksFollowAnswers: Invariant = ({ conversations }) =>
  conversations.flatMap(({ id, thanks, net, history }) => {
    if (!thanks) return [];
    const answeredAt = history.find(({ event }) => event === 'ANSWERED')?.at;
    const isInTime =
      answeredAt !== undefined && thanks.at >= answeredAt && thanks.at < answeredAt + 30 * DAY;
    return net !== undefined && isInTime ? [] : [`thanks for ${id} without an answer, or too late`];
  });

const RETURNED = ['GIVEN_BACK', 'LAPSED', 'UPHELD', 'OVERTURNED'];
const isReturned = ({ money }: Conversation) => RETURNED.includes(money.claim?.state ?? '');
const counts = (c: Conversation) =>
  c.price > 0 &&
  c.net !== undefined &&
  c.money.owed !== 'capture' &&
  !isReturned(c) &&
  !isEarningTakenBack(c);

/** What stands on a profile was said and agreed to in exactly these words, for an answer whose money did not go back. */
export const shownThanksHaveConsent: Invariant = ({ conversations, items }) => {
  const shown = items
    .filter(({ sk }) => sk === 'SHOWN_THANKS')
    .flatMap((item) =>
      Object.entries(item).flatMap(([name, one]) =>
        name.startsWith('shown_') ? [{ owner: item.pk.slice(5), id: name.slice(6), one }] : [],
      ),
    );
  const standing = shown.map(({ owner, id, one }) => {
    const { conversationId, text, name } = one as { conversationId: string } & Record<
      string,
      unknown
    >;
    return `${owner} ${conversationId} ${id} ${text} ${name}`;
  });
  const agreed = conversations.flatMap((c) => {
    const { text, consent, shown } = c.thanks ?? {};
    if (!shown) return [];
    if (!consent || consent.text !== text || !counts(c)) return [`${c.id} without a consent`];
    return [`${c.recipient.id} ${c.id} ${shown.id} ${text} ${consent.name}`];
  });
  const differing = [
    ...standing.filter((one) => !agreed.includes(one)),
    ...agreed.filter((one) => !standing.includes(one)),
  ];
  return differing.map((one) => `a profile and a conversation differ about thanks: ${one}`);
};

/** The lists and figures of thank-yous follow from the conversations. */
export const thanksListsMatch: Invariant = (state) => {
  const { conversations, items, users } = state;
  const listed = items
    .filter(({ pk, sk }) => pk.startsWith('USER#') && sk.startsWith('THANKS#'))
    .map(({ pk, sk }) => `${pk} ${sk}`);
  const said = conversations.flatMap((c) =>
    c.thanks && !isReturned(c)
      ? [`USER#${c.recipient.id} THANKS#${toIso(c.thanks.at)}#${c.id}`]
      : [],
  );
  const deleted = new Set(users.filter(({ deletedAt }) => deletedAt).map(({ id }) => `USER#${id}`));
  const lists = [
    ...listed.filter((one) => !said.includes(one)),
    ...said.filter((one) => !listed.includes(one) && !deleted.has(one.split(' ')[0] ?? '')),
  ];
  const figures = users.flatMap(({ id, paidAnswerCount = 0, thankedCount = 0 }) => {
    const counted = conversations.filter((c) => c.recipient.id === id && counts(c));
    const thanked = counted.filter(({ thanks }) => thanks).length;
    const is = `${thankedCount} of ${paidAnswerCount}`;
    const wanted = `${thanked} of ${counted.length}`;
    return is === wanted ? [] : [`the thanks of ${id} are ${is}, not ${wanted}`];
  });
  return [...lists.map((one) => `the list of thanks differs: ${one}`), ...figures];
};
