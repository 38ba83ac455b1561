import { test } from '@jest/globals';
import type { User } from '#functions/storage/accounts/users.ts';
import {
  discardAnswerDraft,
  saveAnswerDraft,
} from '#functions/storage/conversations/answer-drafts.ts';
import {
  countClaimMade,
  requireNoClaim,
  requireNotDeleted,
} from '#functions/storage/conversations/claims.ts';
import {
  returnToOpen,
  saveOrder,
  setInvited,
} from '#functions/storage/conversations/conversations.ts';
import { changeDraft, checkDraft, removeDraft } from '#functions/storage/conversations/drafts.ts';
import { type Message, markSigned } from '#functions/storage/conversations/messages.ts';
import { endReminders, lockKeyOf, passStage } from '#functions/storage/conversations/reminders.ts';
import { attachSignature } from '#functions/storage/conversations/verifications.ts';
import { addCaseNote, closeCase } from '#functions/storage/desk/cases.ts';
import { noteAppeal, noteAppealDecision } from '#functions/storage/desk/statements.ts';
import {
  answerDraftKey,
  caseKey,
  claimsKey,
  contactKey,
  conversationKey,
  draftKey,
  linkKey,
  messageKey,
  monthKey,
  postponedKey,
  searchRecordKey,
  statementKey,
  userKey,
  verificationKey,
} from '#functions/storage/keys.ts';
import type { Link } from '#functions/storage/links/link-item.ts';
import { setRecheck } from '#functions/storage/links/verified-links.ts';
import { reservePaidMessage } from '#functions/storage/month-counters.ts';
import { postpone, removePostponed } from '#functions/storage/notifications/postponed.ts';
import { writeIndexUpdate } from '#functions/storage/search/search-index.ts';
import { put, table } from '#functions/storage/table.ts';
import { cents, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { begin } from '#shared/rules/conversations/state-machine.ts';
import { DAY, later, toIso, toSeconds } from '#shared/time.ts';
import {
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  outcomeOf,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Writes of conversations, drafts, cases and links are refused if what they were decided by has changed since it was read. */

worldOfFile();

const draft = {
  id: 'd',
  version: 2,
  subject: 'One',
  text: 'Two',
  expiresAt: toSeconds(later(NOW, DAY)),
};
const changedDrafts = [{ id: 'e' }, { version: 3 }];
const drafts = (what: string, outcome: string, changes: OvertakenWrite['changes']) => {
  const ids = [someId(), someId()] as const;
  return { ids, row: { what, outcome, changes, item: { ...draftKey(...ids), ...draft } } };
};

/** The draft of an answer, and the message that it is for. */
function answerDrafts(what: string, changes: OvertakenWrite['changes']) {
  const c = {
    id: someId(),
    recipient: { id: someId() },
    price: cents(2_500),
    deadlineAt: NOW,
  } as unknown as Conversation;
  const item = { ...answerDraftKey(c.recipient.id, c.id, 'ANSWER'), ...draft };
  return { c, row: { what, outcome: 'CHANGED', changes, item } };
}

/** A message whose reminder is due, and its lock. */
function reminder() {
  const c = {
    id: someId(),
    sender: { id: someId() },
    recipient: { id: someId() },
    createdAt: NOW,
  } as unknown as Conversation;
  const place = { gsi5pk: 'DUE#REMINDER', gsi5sk: `${toIso(NOW)}#${c.id}` };
  return { c, item: { ...lockKeyOf(c), conversationId: c.id, ...place } };
}
const movedReminders = (c: Conversation) => [
  { conversationId: someId() },
  { gsi5sk: `${toIso(later(NOW, 1))}#${c.id}` },
  { gsi5pk: undefined, gsi5sk: undefined },
];

/** An order of $25.00 to a recipient who takes three at once; `of`: the item that another call changes. */
function order(of: 'recipient' | 'block of the sender' | 'block of the recipient') {
  const [senderId, recipientId, id] = [someId(), someId(), someId()];
  const participant = (userId: string) => ({
    id: userId,
    fullName: 'Ana',
    username: 'ana',
    avatarUrl: null,
  });
  const recipient = {
    ...userKey(recipientId),
    id: recipientId,
    paidResponsePrice: cents(2_500),
    paidResponseCommitment: 9,
    offersVersion: 4,
    waitingMax: 3,
    waitingCount: 2,
  };
  const conversation = begin(
    {
      id,
      questionId: someId(),
      sender: participant(senderId),
      recipient: participant(recipientId),
      subject: 'A question',
      price: cents(2_500),
      feeTerms: { basisPoints: 0, fixed: ZERO },
      payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false },
    },
    NOW,
  );
  const question: Message = {
    id: conversation.questionId,
    kind: 'QUESTION' as never,
    conversationId: id,
    senderId,
    body: 'Why?',
    sentAt: NOW,
  };
  const saved = {
    conversation,
    question,
    text: 'Why?',
    keyed: undefined,
    recipient: recipient as unknown as User,
  };
  const items = {
    recipient,
    'block of the sender': { ...contactKey(senderId, recipientId), status: 'REJECTED', at: NOW },
    'block of the recipient': {
      ...contactKey(recipientId, senderId),
      status: 'REJECTED',
      at: NOW,
    },
  };
  const write = async () => {
    if (of !== 'recipient') await table.write(put(recipient));
    return saveOrder(table, saved, NOW);
  };
  return {
    what: `an order, by a change of the ${of},`,
    item: items[of],
    outcome: 'CHANGED',
    write,
  };
}

const link = (more: object = {}) => {
  const item = { ...linkKey(someId(), 0), id: 'l', url: 'https://one.test', ...more };
  return { item, read: item as unknown as Link };
};
const VISIBLE = { from: NOW };

const ROWS: (() => OvertakenWrite)[] = [
  () => ({
    ...order('recipient'),
    changes: [
      { paidResponsePrice: 2_600 },
      { paidResponseCommitment: 8 },
      { offersVersion: 5 },
      { waitingCount: 3 },
      { blockedAt: NOW },
      'GONE' as const,
    ],
  }),
  () => ({ ...order('block of the sender'), changes: [{ status: 'BLOCKED' }] }),
  () => ({ ...order('block of the recipient'), changes: [{ status: 'BLOCKED' }] }),
  () => {
    const changes = [...changedDrafts, { subject: 'x' }, { text: 'x' }, 'GONE' as const];
    const { ids, row } = drafts('the sending of a draft', 'DRAFT_CHANGED', changes);
    const { expiresAt: _, ...read } = draft;
    return { ...row, write: () => table.transact(checkDraft(...ids, read)) };
  },
  () => {
    const changes = [...changedDrafts, { expiresAt: toSeconds(NOW) }, 'GONE' as const];
    const { ids, row } = drafts('the change of a draft', 'CHANGED', changes);
    const next = { id: 'd', version: 2, subject: 'Three', text: 'Four' };
    const write = async () => {
      const changed = await changeDraft(table, ...ids, next, NOW);
      return changed === 'CHANGED' ? changed : 'done';
    };
    return { ...row, write };
  },
  () => {
    const { ids, row } = drafts('the end of a draft', 'KEPT', changedDrafts);
    return { ...row, write: () => table.write(removeDraft(...ids, draft)) };
  },
  () => {
    const changes = [...changedDrafts, { expiresAt: toSeconds(NOW) }, 'GONE' as const];
    const { c, row } = answerDrafts('the change of the draft of an answer', changes);
    const next = { kind: 'ANSWER', words: { text: 'Three' }, basedOn: draft } as const;
    const write = async () => {
      const saved = await saveAnswerDraft(table, c, next, NOW);
      return saved === 'CHANGED' ? saved : 'done';
    };
    return { ...row, write };
  },
  () => {
    const { c, row } = answerDrafts('the end of the draft of an answer', changedDrafts);
    const step = () => discardAnswerDraft(c.recipient.id, c.id, 'ANSWER', draft);
    return { ...row, write: () => table.write(step()) };
  },
  () => {
    const { c, item } = reminder();
    return {
      what: 'a reminder',
      item,
      outcome: 'GONE',
      changes: [...movedReminders(c), 'GONE'],
      write: () =>
        passStage(table, c, { stage: 'HOURS_12', next: later(NOW, DAY) } as never, true, NOW),
    };
  },
  () => {
    const { c, item } = reminder();
    return {
      what: 'the end of reminders',
      item,
      outcome: 'GONE',
      changes: movedReminders(c),
      write: () => endReminders(table, c, NOW),
    };
  },
  () => {
    const id = someId();
    return {
      what: 'an invitation from a conversation',
      outcome: 'NOT_OPEN',
      item: { ...conversationKey(id), status: 'OPEN', sender: {}, recipient: {} },
      changes: [{ status: 'COMPLETED' }],
      write: () => table.write(setInvited(id, someId())),
    };
  },
  () => {
    const [id, by] = [someId(), someId()];
    return {
      what: 'the end of an invitation from a conversation',
      outcome: 'NOT_OPEN',
      item: { ...conversationKey(id), status: 'INVITED', invitedBy: by },
      changes: [{ status: 'OPEN' }, { invitedBy: someId() }],
      write: () => table.write(returnToOpen(id, by)),
    };
  },
  ...[0, 2].map((made) => () => {
    const userId = someId();
    return {
      what: made ? 'another claim' : 'a first claim',
      outcome: 'COUNTED',
      item: { ...claimsKey(userId), against: 0, ...(made > 0 && { made }) },
      changes: [{ made: made + 1 }],
      write: () =>
        table.write(countClaimMade(userId, { made, recent: [], against: 0, open: 0 }, NOW)),
    };
  }),
  () => {
    const userId = someId();
    return {
      what: 'a claim about a person',
      outcome: 'CHANGED',
      item: { ...userKey(userId), id: userId },
      changes: [{ deletedAt: NOW }],
      write: () => table.transact(requireNotDeleted(userId)),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'the deletion of a person without claims',
      outcome: 'CHANGED',
      item: { ...claimsKey(userId), open: 0 },
      changes: [{ open: 1 }],
      write: () => table.transact(requireNoClaim(userId)),
    };
  },
  () => {
    const id = someId();
    return {
      what: 'the signature of a statement',
      item: { ...verificationKey(id), hash: 'h' },
      outcome: 'SIGNED',
      changes: [{ signature: {} }, 'GONE'],
      write: () => table.write(attachSignature(id, { signature: 's' } as never)),
    };
  },
  () => {
    const [conversationId, id] = [someId(), someId()];
    return {
      what: 'the mark of a signed answer',
      item: { ...messageKey(conversationId, id), body: '' },
      outcome: 'SIGNED',
      changes: [{ signedAt: NOW }, 'GONE'],
      write: () => table.write(markSigned({ conversationId, id } as Message, NOW)),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'a paid message of a month',
      outcome: 'FULL',
      item: { ...monthKey(userId, '2027-05'), reservedCount: 2 },
      changes: [{ reservedCount: 3 }],
      write: () => table.write(reservePaidMessage(userId, '2027-05', 3)),
    };
  },
  () => {
    const id = someId();
    const decision = { byUserId: someId(), at: NOW, outcome: 'UPHELD', reason: 'Because' } as const;
    return {
      what: 'the decision of a case',
      item: { ...caseKey(id), id, notes: [] },
      outcome: 'CLOSED',
      changes: [{ decision }, 'GONE'],
      write: () => table.write(closeCase(id, decision)),
    };
  },
  () => {
    const id = someId();
    const notes = (count: number) => Array.from({ length: count }, () => ({ text: 'x' }));
    return {
      what: 'the fiftieth note of a case',
      item: { ...caseKey(id), id, notes: notes(49) },
      outcome: 'FULL',
      changes: [{ notes: notes(50) }, 'GONE'],
      write: () => table.write(addCaseNote(id, { text: 'x' } as never)),
    };
  },
  () => {
    const [userId, id] = [someId(), someId()];
    return {
      what: 'an appeal',
      item: { ...statementKey(userId, id), id },
      outcome: 'APPEALED',
      changes: [{ appeal: {} }, 'GONE'],
      write: () => table.write(noteAppeal({ userId, id }, { at: NOW } as never)),
    };
  },
  () => {
    const [userId, id] = [someId(), someId()];
    return {
      what: 'the decision of an appeal',
      item: { ...statementKey(userId, id), appeal: { at: NOW } },
      outcome: 'DECIDED',
      changes: [{ appeal: { at: NOW, decision: {} } }, { appeal: undefined }],
      write: () => table.write(noteAppealDecision({ userId, id }, { at: NOW } as never, someId())),
    };
  },
  ...(
    [
      ['a first verification', {}, [{ verifiedAt: NOW }, { visibility: VISIBLE }]],
      [
        'another verification',
        { verifiedAt: NOW, visibility: VISIBLE },
        [
          { verifiedAt: undefined },
          { verifiedAt: later(NOW, 1) },
          { visibility: undefined },
          { visibility: { from: later(NOW, 1) } },
        ],
      ],
    ] as const
  ).map(([what, more, changes]) => () => {
    const { item, read } = link(more);
    return {
      what: `${what} of a link`,
      item,
      outcome: 'CHANGED',
      changes: [{ id: 'm' }, { url: 'https://two.test' }, ...changes, 'GONE' as const],
      write: () => setRecheck(table, read, NOW),
    };
  }),
  () => {
    const userId = someId();
    const event = { id: 'e1', at: NOW, type: 'plan.ended', detail: { userId } } as never;
    const item = {
      ...postponedKey(userId, 'text', 't'),
      userId,
      channel: 'text' as const,
      tag: 't',
      event,
      eventId: 'e1',
      eventAt: NOW,
      gsi5pk: 'DUE#NOTIFICATION',
      gsi5sk: 'a',
    } as const;
    return {
      what: 'the end of a postponed notification',
      item,
      outcome: 'STAYS',
      changes: [{ gsi5sk: 'b' }, { eventId: 'e2' }],
      write: () => outcomeOf(item, () => removePostponed(table, item)),
    };
  },
  () => {
    const userId = someId();
    const event = { id: 'e1', at: NOW, type: 'plan.ended', detail: { userId } } as never;
    return {
      what: 'a postponed notification',
      outcome: 'NEWER',
      item: { ...postponedKey(userId, 'text', 't'), eventAt: NOW },
      changes: [{ eventAt: later(NOW, 1) }],
      write: () => postpone(table, { userId, channel: 'text', tag: 't', event }, later(NOW, DAY)),
    };
  },
  () => {
    const userId = someId();
    const before = { version: 2, places: {}, listings: {} };
    const none = { places: {}, listings: {} };
    return {
      what: 'the search index',
      item: { ...searchRecordKey(userId), ...before },
      outcome: 'MOVED',
      changes: [{ version: 3 }],
      write: () =>
        writeIndexUpdate(table, {
          userId,
          before,
          write: none,
          isLast: true,
          remove: { places: [], listings: [] },
        }),
    };
  },
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
