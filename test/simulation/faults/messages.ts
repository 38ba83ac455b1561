import { crashes, edit, firstSeed, type PlantedFault, races } from './fault.ts';

/* Faults in paid drafts, and in requests that are repeated with their idempotency key. */

const CONVERSATIONS = 'functions/storage/conversations/conversations.ts';
const DRAFTS = 'functions/storage/conversations/drafts.ts';
const WRITING = 'functions/conversations/replies.ts';

export const MESSAGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a draft remains after it was paid for',
    file: CONVERSATIONS,
    edits: [edit('if (sent && !draftIsNewer) beside.push(sent);', '')],
    caughtBy: ['paidDraftsAreRemoved'],
    arguments: crashes('paying for a draft'),
  },
  {
    name: 'a draft is removed before its payment is settled',
    file: CONVERSATIONS,
    edits: [
      edit(
        "before.status !== 'PAYING' || after.status !== 'PENDING'",
        "before.status !== 'PAYING' || after.status === 'PENDING'",
      ),
    ],
    caughtBy: ['draftsAreRemovedForAReason', 'savedDraftsStay', 'paidDraftsAreRemoved'],
  },
  {
    name: 'a draft that was changed meanwhile is removed with the payment',
    file: DRAFTS,
    edits: [
      edit(
        "'attribute_not_exists(#pk) OR (#id = :id AND #version = :version)'",
        "'attribute_not_exists(#pk) OR (#id = :id AND #version >= :version)'",
      ),
    ],
    caughtBy: ['draftsAreRemovedForAReason'],
    arguments: races('paying for a draft and saveDraft'),
  },
  {
    name: 'an outdated version of a draft is charged',
    file: DRAFTS,
    edits: [
      edit(
        '#id = :id AND #version = :version AND #subject = :subject AND #text = :text',
        '#id = :id AND #version >= :version AND (#subject = :subject OR #text = :text OR #text <> :text)',
      ),
    ],
    caughtBy: ['draftsAreSentAsSaved'],
    arguments: firstSeed(17),
  },
  {
    name: 'the sent text differs from the saved draft',
    file: DRAFTS,
    edits: [
      edit(
        '#id = :id AND #version = :version AND #subject = :subject AND #text = :text',
        '#id = :id AND #version = :version AND (#subject = :subject OR #text = :text OR #text <> :text)',
      ),
    ],
    caughtBy: ['draftsAreSentAsSaved'],
    arguments: firstSeed(17),
  },
  {
    name: 'a save overwrites a newer version',
    file: DRAFTS,
    edits: [
      edit(
        '#id = :id AND #version = :version AND #expiresAt',
        '#id = :id AND #version >= :version AND #expiresAt',
      ),
    ],
    caughtBy: ['savedDraftsStay'],
    arguments: firstSeed(6),
  },
  {
    name: 'a repeated answer is stored twice',
    file: WRITING,
    edits: [
      edit(
        'request: { keyed, made: message.id }',
        'request: { keyed: undefined, made: message.id }',
      ),
    ],
    caughtBy: ['keyedMessagesAreWrittenOnce'],
    arguments: races('answer, requested twice'),
  },
  {
    name: 'a repeated answer names another message',
    file: WRITING,
    edits: [
      edit(
        'return conversation && message && { conversation, message };',
        'return conversation && message && { conversation, message: { ...message, id: newId(now) } };',
      ),
    ],
    caughtBy: ['keysRepeatTheirAnswer', 'successesHold'],
    arguments: firstSeed(17),
  },
  {
    name: 'a repeated ending is refused as too late',
    file: 'functions/conversations/conversation-action.ts',
    edits: [
      edit(
        'request: { keyed, made: conversationId }',
        'request: { keyed: undefined, made: conversationId }',
      ),
    ],
    caughtBy: ['keysRepeatTheirAnswer'],
    arguments: firstSeed(22),
  },
  {
    name: 'a free reply counts as another paid answer',
    file: WRITING,
    edits: [
      edit(
        ': { ...addReply(current, side, choice, now), message, withoutBlock: [other, author] };',
        ": { ...addReply(current, side, choice, now), message: { ...message, kind: 'PAID_RESPONSE' }, withoutBlock: [other, author] };",
      ),
    ],
    caughtBy: ['answeredOrdersHaveOneAnswer'],
    arguments: firstSeed(13),
  },
];
