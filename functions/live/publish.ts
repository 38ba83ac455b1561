import { type Hint, hintWithin } from '#shared/live.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import type { PersonalHint } from '#shared/rules/live/hinted-events.ts';
import type { Instant } from '#shared/time.ts';
import type { Live } from '../gateways/live.ts';
import type { Logger } from '../log.ts';
import type { User } from '../storage/accounts/users.ts';

/*
 * Publishing live hints. Typing, read receipts and the end of a session are no domain events, so their handlers publish the hint
 * after their write.
 */

export type LiveContext = { readonly live: Live; readonly now: Instant; readonly log: Logger };

/** Publishes a hint to the members of a chat, perhaps except to one. Other devices of whoever caused it get it too. */
export function publishToMembers(
  context: LiveContext,
  { members }: Room,
  hint: Hint,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  const others = Object.keys(members).filter((userId) => userId !== except);
  return publishEach(
    context,
    others.map((userId) => ({ userId, hint })),
  );
}

/** Publishes a hint with the text of a chat to these people, to each of them their own. */
export async function publishText(
  context: LiveContext,
  users: readonly User[],
  hintFor: (user: User) => Promise<Hint>,
): Promise<void> {
  const hints = users.map(async (user) => permittedHints(user, await hintFor(user)));
  await publishEach(context, (await Promise.all(hints)).flat());
}

/** The hint as a person may get it: none if operators blocked their account, and without the text of a chat if they have no paid plan. */
export const permittedHints = (
  { id, blockedAt, licenseId }: User,
  hint: Hint,
): readonly PersonalHint[] =>
  blockedAt ? [] : [{ userId: id, hint: isPaid(licenseId) ? hint : hintWithin(0, hint) }];

/** Tells the devices of a person to check whether their session has ended. */
export const publishEndedSession = (
  context: LiveContext,
  userId: string,
  sessionId: string | null,
): Promise<void> => publishEach(context, [{ userId, hint: { kind: 'sessionEnded', sessionId } }]);

/** Publishes hints, one for each of them. */
export const publishEach = ({ live, now, log }: LiveContext, hints: readonly PersonalHint[]) =>
  live.publish(
    hints.map(({ userId, hint }) => ({ userId, hints: [hint] })),
    { now, log },
  );
