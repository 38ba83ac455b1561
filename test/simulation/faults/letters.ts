import { crashes, edit, type Fault, races } from './fault.ts';

/* Drafts that are paid for, and calls that are repeated with their key. */

const CONVERSATIONS = 'functions/storage/conversations/conversations.ts';
const DRAFTS = 'functions/storage/conversations/drafts.ts';
const WRITING = 'functions/conversations/replies.ts';

export const LETTER_FAULTS: readonly Fault[] = [
  {
    name: 'a draft stays although it was paid for',
    file: CONVERSATIONS,
    edits: [edit('if (sent && !draftIsNewer) beside.push(sent);', '')],
    caughtBy: ['paidDraftsAreGone'],
    play: crashes('paying for a draft'),
  },
  {
    name: 'a draft goes before its payment is settled',
    file: CONVERSATIONS,
    edits: [
      edit(
        "before.status !== 'PAYING' || after.status !== 'PENDING'",
        "before.status !== 'PAYING' || after.status === 'PENDING'",
      ),
    ],
    caughtBy: ['onlySentDraftsGo', 'savedDraftsStay', 'paidDraftsAreGone'],
  },
  {
    name: 'a draft that was changed meanwhile goes with the payment',
    file: DRAFTS,
    edits: [
      edit(
        "'attribute_not_exists(#pk) OR (#id = :id AND #version = :version)'",
        "'attribute_not_exists(#pk) OR (#id = :id AND #version >= :version)'",
      ),
    ],
    caughtBy: ['onlySentDraftsGo'],
    play: races('paying for a draft and saveDraft'),
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
  },
  {
    name: 'other words are sent than those that were saved',
    file: DRAFTS,
    edits: [
      edit(
        '#id = :id AND #version = :version AND #subject = :subject AND #text = :text',
        '#id = :id AND #version = :version AND (#subject = :subject OR #text = :text OR #text <> :text)',
      ),
    ],
    caughtBy: ['draftsAreSentAsSaved'],
  },
  {
    name: 'a save writes over a newer version',
    file: DRAFTS,
    edits: [
      edit(
        '#id = :id AND #version = :version AND #expiresAt',
        '#id = :id AND #version >= :version AND #expiresAt',
      ),
    ],
    caughtBy: ['savedDraftsStay'],
  },
  {
    name: 'a repeated answer is written again',
    file: WRITING,
    edits: [
      edit(
        'request: { keyed, made: message.id }',
        'request: { keyed: undefined, made: message.id }',
      ),
    ],
    caughtBy: ['messagesAreWrittenOnce'],
    play: races('answer, asked for twice'),
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
    caughtBy: ['keysAnswerTheSame', 'successesAreTrue'],
  },
  {
    name: 'whoever repeats an ending is told that it is too late',
    file: 'functions/conversations/end-conversation.ts',
    edits: [
      edit(
        'request: { keyed, made: conversationId }',
        'request: { keyed: undefined, made: conversationId }',
      ),
    ],
    caughtBy: ['keysAnswerTheSame'],
  },
  {
    name: 'a free reply counts as another paid answer',
    file: WRITING,
    edits: [
      edit(
        'return { ...addReply(current, side, choice, now), message };',
        "return { ...addReply(current, side, choice, now), message: { ...message, kind: 'PAID_RESPONSE' } };",
      ),
    ],
    caughtBy: ['onePaidAnswer'],
  },
];
