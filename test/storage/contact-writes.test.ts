import { test } from '@jest/globals';
import { moveMembership } from '#functions/storage/chat/chat-members.ts';
import { type ChatMessage, writeChatMessage } from '#functions/storage/chat/chat-messages.ts';
import {
  removeLastMember,
  setMuted,
  writeGroupChange,
} from '#functions/storage/chat/group-changes.ts';
import {
  deleteMessage,
  editMessage,
  setReaction,
} from '#functions/storage/chat/message-changes.ts';
import { chatReceipts } from '#functions/storage/chat/typing-and-read-receipts.ts';
import type { ContactRelation } from '#functions/storage/contacts/contact-item.ts';
import { saveTerms } from '#functions/storage/contacts/contact-prices.ts';
import {
  endBlock,
  endContact,
  type UserPair,
  writeAcceptance,
  writeBlock,
  writeInvitation,
  writeRejection,
} from '#functions/storage/contacts/contact-transitions.ts';
import { contactListOrder, requireContacts } from '#functions/storage/contacts/contacts.ts';
import {
  chatMembershipKey,
  chatMessageKey,
  contactKey,
  roomKey,
  userKey,
} from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import { later } from '#shared/time.ts';
import {
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Writes of contacts and chats are refused if what they were decided by has changed since it was read. */

worldOfFile();

const exists = (item: OvertakenWrite['item']) => table.write(put(item));

/** Two people and their relation, whose side `of` the other call changes. */
function pair(of: 'mine' | 'theirs', mine?: object, theirs?: object) {
  const [me, other] = [someId(), someId()];
  const user = (id: string) => ({ ...userKey(id), id, fullName: 'Ana Reyes' }) as never;
  const keys = { mine: contactKey(me, other), theirs: contactKey(other, me) };
  const items = { mine: { ...keys.mine, ...mine }, theirs: { ...keys.theirs, ...theirs } };
  const sides: UserPair = {
    me: user(me),
    other: user(other),
    mine: mine as ContactRelation | undefined,
    theirs: theirs as ContactRelation | undefined,
  } as UserPair;
  const rest = of === 'mine' ? theirs && items.theirs : mine && items.mine;
  return { me, other, sides, item: items[of], store: async () => rest && exists(rest) };
}
const at = NOW;
const contact = { status: 'CONTACT', at };
const invited = { status: 'INVITED_ME', at };
const inviting = { status: 'INVITED_BY_ME', at };
const changedRelation = [{ status: 'BLOCKED' }, { at: later(NOW, 1) }, 'GONE' as const];
const NOTHING_LOST = { contacts: 0, invitations: 0 } as const;

/** A chat of a writer and others, with one message. */
function chat(direct = false) {
  const [chatId, userId, otherId] = [someId(), someId(), someId()];
  const room = {
    id: chatId,
    name: direct ? '' : 'Band',
    direct,
    number: 1,
    members: { [userId]: 1, [otherId]: 1 },
    createdAt: NOW,
    newestAt: NOW,
    preview: 'Hi',
    ownerId: userId,
  } as Room;
  const message: ChatMessage = {
    chatId,
    number: 1,
    userId,
    fullName: 'Ana',
    avatarUrl: null,
    content: 'Hi',
    sentAt: NOW,
    previousAt: NOW,
  };
  const next = { ...message, number: 2, sentAt: later(NOW, 1) };
  const items = {
    room: { ...roomKey(chatId), ...room },
    message: { ...chatMessageKey(chatId, NOW), ...message },
  };
  return { chatId, userId, otherId, room, message, next, items };
}
const moved = (otherId: string) => [{ number: 2 }, { members: { [otherId]: 1 } }];

const ROWS: (() => OvertakenWrite)[] = [
  ...(['mine', 'theirs'] as const).flatMap((of) => [
    () => {
      const { sides, item, store } = pair(of, inviting, contact);
      const block = { deletesTheirs: true, iLose: NOTHING_LOST, theyLose: NOTHING_LOST };
      return {
        what: `a block, by a change of ${of},`,
        item,
        outcome: 'MOVED',
        changes: changedRelation,
        write: async () => {
          await store();
          return writeBlock(table, sides, block, NOW);
        },
      };
    },
    () => {
      const { sides, item, store } = pair(of, inviting, inviting);
      const how = { updateConversation: false, isSeen: true };
      return {
        what: `an invitation, by a change of ${of},`,
        item,
        outcome: 'MOVED',
        changes: changedRelation,
        write: async () => {
          await store();
          return writeInvitation(table, sides, how, undefined, NOW);
        },
      };
    },
    () => {
      const { sides, item, store } = pair(of, invited, inviting);
      return {
        what: `an acceptance, by a change of ${of},`,
        item,
        outcome: 'MOVED',
        changes: changedRelation,
        write: async () => {
          await store();
          return writeAcceptance(table, sides, { updateConversation: false }, undefined, NOW);
        },
      };
    },
    () => {
      const { me, other, item, store } = pair(of, contact, contact);
      return {
        what: `the end of a contact, by a change of ${of},`,
        item,
        outcome: 'NONE',
        changes: [{ status: 'BLOCKED' }, 'GONE' as const],
        write: async () => {
          await store();
          return endContact(table, me, other);
        },
      };
    },
  ]),
  () => {
    const { me, other, item } = pair('mine', invited);
    return {
      what: 'a rejection',
      item,
      outcome: 'MOVED',
      changes: [{ status: 'CONTACT' }, 'GONE'],
      write: () => writeRejection(table, me, other, NOW),
    };
  },
  () => {
    const { me, other, item } = pair('mine', { status: 'BLOCKED', at });
    return {
      what: 'the end of a block',
      item,
      outcome: 'NONE',
      changes: [contact, 'GONE'],
      write: () => endBlock(table, me, other),
    };
  },
  () => {
    const { me, other, item } = pair('mine', contact);
    return {
      what: 'a price for a contact',
      item,
      outcome: 'NOT_CONTACTS',
      changes: [{ status: 'BLOCKED' }, 'GONE'],
      write: async () => {
        await exists({ ...userKey(me), id: me });
        return saveTerms(table, me, other, undefined, NOW);
      },
    };
  },
  () => {
    const { me, other, item } = pair('mine', contact);
    return {
      what: 'what needs a contact',
      item,
      outcome: 'NO',
      changes: [{ status: 'BLOCKED' }, 'GONE'],
      write: () => table.transact(requireContacts(me, other, 'NO')),
    };
  },
  () => {
    const { me, other, item } = pair('mine', contact);
    return {
      what: 'the name of a contact',
      item,
      outcome: 'NO_CONTACT',
      changes: [{ status: 'BLOCKED' }, 'GONE'],
      write: () =>
        contactListOrder(table).updateSortName(me, { id: other, fullName: 'Ben Okafor' }),
    };
  },
  ...[false, true].map((direct) => () => {
    const { userId, otherId, room, next, items } = chat(direct);
    return {
      what: `a message to a ${direct ? 'person' : 'group'}`,
      item: items.room,
      outcome: 'MOVED',
      changes: moved(otherId),
      write: async () => {
        if (direct) await exists({ ...contactKey(userId, otherId), ...contact });
        return writeChatMessage(table, room, next, undefined, NOW);
      },
    };
  }),
  () => {
    const { userId, otherId, room, next } = chat(true);
    return {
      what: 'a message to a contact',
      outcome: 'NOT_CONTACTS',
      item: { ...contactKey(userId, otherId), ...contact },
      changes: [{ status: 'BLOCKED' }, 'GONE'],
      write: async () => {
        await exists({ ...roomKey(room.id), ...room });
        return writeChatMessage(table, room, next, undefined, NOW);
      },
    };
  },
  () => {
    const { userId, otherId, room, next, items } = chat();
    const announcement = { kind: 'renamed', people: [], name: 'Choir' } as const;
    const change = {
      message: { ...next, announcement },
      ownerId: userId,
      addedIds: [],
      removedIds: [],
      name: 'Choir',
    };
    return {
      what: 'the change of a group',
      item: items.room,
      outcome: 'MOVED',
      changes: moved(otherId),
      write: () => writeGroupChange(table, room, change, undefined, NOW),
    };
  },
  () => {
    const { userId, otherId, room, items } = chat();
    return {
      what: 'the end of a group',
      item: items.room,
      outcome: 'MOVED',
      changes: moved(otherId),
      write: () => removeLastMember(table, room, userId, NOW),
    };
  },
  () => {
    const { chatId, userId, otherId, items } = chat();
    return {
      what: 'the muting of a chat',
      item: items.room,
      outcome: 'GONE',
      changes: [{ members: { [otherId]: 1 } }],
      write: () => setMuted(table, chatId, userId, true),
    };
  },
  () => {
    const { chatId, userId, otherId, items } = chat();
    return {
      what: 'a read receipt',
      outcome: 'STAYS',
      item: { ...items.room, members: { [userId]: 0, [otherId]: 1 } },
      changes: [{ members: { [otherId]: 1 } }, { members: { [userId]: 1 } }, { number: 0 }],
      write: async () =>
        (await chatReceipts(table).markRead(chatId, userId, 1)) === 'STAYS' ? 'STAYS' : 'done',
    };
  },
  ...(['room', 'message'] as const).flatMap((of) => {
    const acts: Record<string, (found: ReturnType<typeof chat>) => Promise<unknown>> = {
      'the edit of a message': ({ room, message }) => editMessage(table, room, message, 'Ho', NOW),
      'the deletion of a message': ({ room, message }) => deleteMessage(table, room, message, NOW),
      'a reaction': ({ room, message, userId }) =>
        setReaction(table, room, message, userId, 'HEART' as never),
    };
    return Object.entries(acts).map(([what, act]) => () => {
      const found = chat();
      const isReaction = what === 'a reaction';
      const changes: OvertakenWrite['changes'] =
        of === 'message'
          ? [{ deletedAt: NOW }, 'GONE']
          : [{ revision: 1 }, ...(isReaction ? [] : [{ number: 2 }])];
      const isMoved = of === 'room' || isReaction;
      return {
        what: `${what}, by a change of the ${of},`,
        item: found.items[of],
        changes,
        outcome: isMoved ? 'MOVED' : 'GONE',
        write: async () => {
          await exists(found.items[of === 'room' ? 'message' : 'room']);
          return act(found);
        },
      };
    });
  }),
  () => {
    const [userId, chatId] = [someId(), someId()];
    const membership = { userId, chatId, otherId: undefined, at: NOW };
    return {
      what: 'the move of a chat',
      outcome: 'STAYS',
      item: { ...chatMembershipKey(userId, chatId), activeAt: later(NOW, -1) },
      changes: [{ activeAt: NOW }, 'GONE'],
      write: () => moveMembership(table, membership),
    };
  },
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
