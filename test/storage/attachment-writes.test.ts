import { test } from '@jest/globals';
import {
  beginCheck,
  endCheck,
  giveBackAttachments,
  keepUntil,
  refuseFile,
  removeUnsent,
  takeAttachments,
} from '#functions/storage/attachments/attachments.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { attachmentKey, publicAnswerKey, userKey } from '#functions/storage/keys.ts';
import {
  holdCopy,
  type PublicCopy,
  releaseCopy,
  requireBothPeople,
} from '#functions/storage/public-answers/public-answers.ts';
import { put, type Step, table } from '#functions/storage/table.ts';
import { CHECK_TIME } from '#shared/rules/attachments/attachments.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DAY, later } from '#shared/time.ts';
import {
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Writes of attachments and of public answers are refused if what they were decided by has changed since it was read. */

worldOfFile();

const FILE = { type: 'image/jpeg', bytes: 3, sha256: 's' };
const conversationId = someId();

/** A picture for a conversation, which is ready unless `more` says otherwise. */
function attachment(more: object = {}) {
  const [userId, id] = [someId(), someId()];
  const due = dueIndex('DELETION', later(NOW, DAY), id);
  const about = { id, userId, kind: 'picture', for: `IN#${conversationId}` };
  const item = { ...attachmentKey(userId, id), ...about, ...due, state: 'ready', ...more };
  return { userId, id, item };
}

const transact = (steps: readonly Step<string>[]) => table.transact(...steps);

/** The changes that can overtake a message which is about to take a ready attachment. */
const NOT_READY = [
  { state: 'removed' },
  { state: 'refused' },
  { state: 'checking' },
  { sentIn: someId(), messageId: someId() },
  { for: `IN#${someId()}` },
  'GONE' as const,
];

function publicCopy(more: object = {}) {
  const id = someId();
  const copy = { id, creatorId: someId(), senderId: someId(), publishedAt: NOW, state: 'PUBLIC' };
  const item = { ...publicAnswerKey(id), ...copy, ...more };
  return { item, copy: { ...copy, ...more } as unknown as PublicCopy };
}

const ROWS: (() => OvertakenWrite)[] = [
  () => {
    const { userId: senderId, id, item } = attachment();
    const message = { id: someId(), conversationId, senderId, attachments: [{ id }] };
    return {
      what: 'the sending of an attachment',
      item,
      outcome: 'NOT_READY',
      changes: NOT_READY,
      write: () => transact(takeAttachments(message, { conversationId })),
    };
  },
  () => {
    const sentIn = someId();
    const { userId, id, item } = attachment({ sentIn, messageId: someId() });
    return {
      what: 'the return of an attachment',
      item,
      outcome: 'GONE',
      changes: [{ state: 'removed' }, { sentIn: someId() }, { sentIn: undefined }, 'GONE'],
      write: () => transact(giveBackAttachments(userId, [id], sentIn, NOW)),
    };
  },
  () => {
    const { userId, id, item } = attachment();
    return {
      what: 'the removal of an attachment',
      item,
      outcome: 'SENT',
      changes: [{ sentIn: someId() }, { state: 'removed' }, 'GONE'],
      write: () => table.write(removeUnsent(userId, id, NOW)),
    };
  },
  () => {
    const { userId, id, item } = attachment();
    return {
      what: 'the longer keeping of an attachment',
      item,
      outcome: 'SENT',
      changes: [{ sentIn: someId() }, { state: 'removed' }, 'GONE'],
      write: () => table.write(keepUntil(userId, id, later(NOW, DAY))),
    };
  },
  () => {
    const { userId, id, item } = attachment({ state: 'uploading' });
    return {
      what: 'the beginning of a check',
      item,
      outcome: 'BUSY',
      changes: [
        { state: 'checking', checkedBy: 'other', checkedSince: later(NOW, 1 - CHECK_TIME) },
        { state: 'ready' },
        { state: 'refused' },
        { state: 'removed' },
        'GONE',
      ],
      write: () => table.write(beginCheck(userId, id, 'own', NOW)),
    };
  },
  ...(['end', 'refusal'] as const).map((what) => () => {
    const checking = { state: 'checking', checkedBy: 'own', checkedSince: NOW };
    const { userId, id, item } = attachment(checking);
    const step = () =>
      what === 'end'
        ? endCheck(userId, id, { checkedBy: 'own', file: FILE, now: NOW })
        : refuseFile(userId, id, { checkedBy: 'own', reason: 'NOT_A_PICTURE' });
    return {
      what: `the ${what} of a check`,
      item,
      outcome: 'MOVED',
      changes: [{ checkedBy: 'other' }, { state: 'removed' }, { state: 'ready' }, 'GONE' as const],
      write: () => table.write(step()),
    };
  }),
  () => {
    const { item, copy } = publicCopy();
    return {
      what: 'the hiding of a public answer',
      item,
      outcome: 'STAYS',
      changes: [{ state: 'WITHDRAWN' }, { heldAt: NOW }, { clearedAt: NOW }, 'GONE'],
      write: () => table.write(holdCopy(copy, NOW)),
    };
  },
  () => {
    const { item, copy } = publicCopy({ heldAt: NOW });
    return {
      what: 'the release of a hidden public answer',
      item,
      outcome: 'CHANGED',
      changes: [{ state: 'WITHDRAWN' }, { heldAt: later(NOW, 1) }, { heldAt: undefined }, 'GONE'],
      write: () => table.write(releaseCopy(copy, NOW)),
    };
  },
  ...(['sender', 'recipient'] as const).map((side) => () => {
    const [sender, recipient] = [{ id: someId() }, { id: someId() }];
    const people = { sender, recipient };
    const account = ({ id }: { readonly id: string }) => ({ ...userKey(id), id });
    return {
      what: `an agreement, by a change of the ${side},`,
      item: account(people[side]),
      outcome: 'CHANGED',
      changes: [{ blockedAt: NOW }, { deletionAt: NOW }, { deletedAt: NOW }, 'GONE' as const],
      write: async () => {
        await table.write(put(account(side === 'sender' ? recipient : sender)));
        return transact(requireBothPeople(people as unknown as Conversation));
      },
    };
  }),
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
