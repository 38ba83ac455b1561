import type { Instant } from '../../time.ts';
import type { Change, Conversation, ConversationChoice, Person, Side } from './conversations.ts';
import { withClosedStatus } from './state-machine.ts';

/*
 * What the two sides of a conversation no longer see of each other after a block (docs/product/contacts.md#blocking). The blocked
 * side goes on as before: its replies are stored for itself alone, and for the other side nothing has changed since. What the
 * person who blocked opens leaves no receipt for the other side. The stored conversation is that of the side that sees less.
 */

export const otherSide = (side: Side): Side => (side === 'sender' ? 'recipient' : 'sender');

type Sides = { readonly sender: Person; readonly recipient: Person };
type Shown = Sides &
  Pick<Conversation, 'modifiedAt' | 'lastMessageBy' | 'lastMessageAt'> &
  Partial<
    Pick<Conversation, 'messageCount' | 'repliedAt' | 'status' | 'senderReadAt' | 'recipientReadAt'>
  >;

/** A conversation, or its row in a list, as one of its sides sees it. */
export function asSeenBy<Known extends Shown>(conversation: Known, side: Side): Known {
  return withoutUnseenInvitation(
    withOwnReplies(withFrozenReceipt(conversation, otherSide(side)), side),
    side,
  );
}

/** Adds the replies that only their author sees, if this side wrote any. */
function withOwnReplies<Known extends Shown>(conversation: Known, side: Side): Known {
  const person = conversation[side];
  const { id, hidden, sent } = person;
  if (!hidden) return conversation;
  const { modifiedAt, lastMessageAt, messageCount, repliedAt } = conversation;
  const isLast = hidden.lastAt > lastMessageAt;
  return {
    ...conversation,
    modifiedAt: latest(modifiedAt, hidden.lastAt),
    ...(isLast && { lastMessageBy: id, lastMessageAt: hidden.lastAt }),
    ...(messageCount !== undefined && { messageCount: messageCount + hidden.count }),
    repliedAt: latest(repliedAt, hidden.lastAt),
    ...(hidden.files && {
      [side]: { ...person, sent: { ...sent, files: (sent?.files ?? 0) + hidden.files } },
    }),
  };
}

/** Shows the receipt of a side as it was when it blocked the other. Deliveries are shown to nobody else. */
function withFrozenReceipt<Known extends Shown>(conversation: Known, side: Side): Known {
  const { frozen } = conversation[side];
  if (!frozen) return conversation;
  return { ...conversation, [`${side}ReadAt`]: frozen.readAt };
}

/** Shows OPEN to a person who blocked the other, in place of the invitation that they do not see. */
function withoutUnseenInvitation<Known extends Shown>(conversation: Known, side: Side): Known {
  const isUnseen = conversation[otherSide(side)].invitesUnseen === true;
  return conversation.status === 'INVITED' && isUnseen
    ? { ...conversation, status: 'OPEN' }
    : conversation;
}

const latest = (one: Instant | undefined, other: Instant): Instant =>
  one !== undefined && one > other ? one : other;

/** Adds a reply that only its author sees. The recipient can still close the conversation with it, for both sides. */
export function addHiddenReply(
  conversation: Conversation,
  by: Side,
  choice: ConversationChoice,
  now: Instant,
): Change {
  const author = conversation[by];
  const hidden = { ...author.hidden, count: (author.hidden?.count ?? 0) + 1, lastAt: now };
  const next = { ...conversation, [by]: { ...author, hidden } };
  return {
    next: choice === 'COMPLETED' ? withClosedStatus(next, now) : next,
    domainEvent: { type: 'conversation.replied', byUserId: author.id, hidden: true },
  };
}

/**
 * Keeps what the other side sees of this one's receipt, because this one blocked the other; or lets it see the new one. `before`:
 * the conversation before this side opened it.
 */
export function withReceiptFor(
  change: Change,
  side: Side,
  blocks: boolean,
  before: Conversation,
): Change {
  const { next } = change;
  const { frozen, ...person } = next[side];
  if (!blocks) return frozen ? { ...change, next: { ...next, [side]: person } } : change;
  const readAt = before[`${side}ReadAt`];
  const receipt = frozen ?? (readAt === undefined ? {} : { readAt });
  // The event of the recipient's first opening is shown to both sides.
  return {
    ...change,
    next: { ...next, history: before.history, [side]: { ...person, frozen: receipt } },
  };
}
