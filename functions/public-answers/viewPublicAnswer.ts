import type { Output } from '#shared/api/operation.ts';
import { viewPublicAnswer } from '#shared/api/public-answers.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { firstEdits, placesOf } from '#shared/rules/public-answers/places.ts';
import { mayDo, mayPropose, stateAt } from '#shared/rules/public-answers/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { conversationFor, withCurrentProfiles } from '../conversations/conversation-views.ts';
import { serve } from '../serve.ts';
import { copyById, editsIn, type PublicCopy } from '../storage/public-answers/public-answers.ts';
import { hasSensitiveField, namesOf, type People, peopleOf, textsOfLetter } from './proposals.ts';

/**
 * Shows the two people of a letter what is proposed to become public, with every change. Before a proposal only the author of the answer
 * sees the texts, and where they could point at somebody. docs/product/public-answers.md#the-copy
 */
export const handler = serve(viewPublicAnswer, async ({ conversationId }, call) => {
  const { table, caller, now } = call;
  const { conversation, side } = await conversationFor(table, conversationId, caller.userId, now);
  const [people, named] = await Promise.all([
    peopleOf(table, conversation, now),
    withCurrentProfiles(table, conversation, now),
  ]);
  const proposal = conversation.publicAnswer;
  const copy = proposal && (await copyById(table, proposal.id));
  if (!copy && !mayPropose(conversation, side)) throw new Refusal('NOT_FOUND');
  const texts = copy?.texts ?? (await textsOfLetter(table, conversation));
  if (!texts)
    throw new Refusal('WRONG_STATUS', {
      message: 'These two letters are too long to become public.',
    });
  const names = namesOf(conversation, people);
  return {
    data: [
      {
        ...stateViewOf(named, side, people, now),
        ...(copy ? versionsOf(copy) : { edits: firstEdits(texts, names), editsBefore: null }),
        texts,
        places: placesOf(texts, names),
        sensitiveField: hasSensitiveField(people),
        sensitive: copy?.sensitive ?? hasSensitiveField(people),
        held: copy?.heldAt !== undefined,
      },
    ],
  };
});

type Seen = Output<typeof viewPublicAnswer>['data'][number];

const versionsOf = (copy: PublicCopy) => ({
  edits: [...editsIn(copy)],
  editsBefore: copy.versions.length > 1 ? [...(copy.versions.at(-2)?.edits ?? [])] : null,
});

function stateViewOf(c: Conversation, side: Side, people: People | undefined, now: Instant) {
  const { publicAnswer: proposal, recipient, sender } = c;
  return {
    state: proposal ? stateAt(proposal, now) : null,
    id: proposal?.id ?? null,
    side,
    version: proposal?.version ?? 0,
    recipientName: recipient.fullName,
    recipientUsername: recipient.username,
    recipientAvatarUrl: recipient.avatarUrl,
    senderName: sender.fullName,
    proposedAt: proposal?.proposedAt ?? null,
    until: proposal?.until ?? null,
    publishedAt: proposal?.publishedAt ?? null,
    endedAt: proposal?.endedAt ?? null,
    actions: actionsOf(c, side, people, now),
  };
}

const ACTIONS = ['revise', 'agree', 'decline', 'withdraw'] as const;

/** What a side may do now. After a block, or without one of the accounts, it may only end what there is. */
function actionsOf(
  c: Conversation,
  side: Side,
  people: People | undefined,
  now: Instant,
): Seen['actions'] {
  const { publicAnswer: proposal } = c;
  const canGoOn = people !== undefined && !people.blocked;
  if (!proposal) return canGoOn && mayPropose(c, side) ? ['propose'] : [];
  return ACTIONS.filter(
    (action) =>
      mayDo(action, side, proposal, now) &&
      (canGoOn || action === 'decline' || action === 'withdraw'),
  );
}
