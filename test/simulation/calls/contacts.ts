import { toIso } from '#shared/time.ts';
import type { HistoryRun } from '../history-run.ts';
import type { Input } from '../simulation.ts';
import {
  aboutOther,
  type Calls,
  owner,
  personWith,
  type Row,
  type Stored,
  someItem,
} from './call.ts';

/* Contacts, chats and groups. */

const otherIn = ({ sk }: Stored) => sk.slice(sk.indexOf('#') + 1);

/** A call of a person about somebody whose relation to them has this `status`. */
const related = (status: string, input: (other: string, run: HistoryRun) => Input): Row['call'] =>
  owner(
    'CONTACT#',
    (item, run) => input(otherIn(item), run),
    (item) => item.status === status,
  );

/** A call of a member of a chat. */
const inChat =
  (input: (chatId: string, run: HistoryRun) => Input): Row['call'] =>
  async (run) => {
    const item = await someItem(run, 'CHAT#', ({ pk }) => pk.startsWith('CHATS#'));
    const by = item && personWith(run, item.pk.slice('CHATS#'.length));
    return by && { by, input: input(otherIn(item), run) };
  };

/** A call about a message of a chat, usually by its writer. */
const aboutMessage =
  (input: (named: Input, run: HistoryRun) => Input): Row['call'] =>
  async (run) => {
    const item = await someItem(run, 'MESSAGE#', ({ pk }) => pk.startsWith('CHAT#'));
    const by = item && (run.random.chance(0.8) ? personWith(run, item.userId) : run.people[0]);
    if (!item || !by) return undefined;
    const named = {
      chatMessageId: `${item.chatId}-${item.number}`,
      dateTimeSent: toIso(item.sentAt),
    };
    return { by, input: input(named, run) };
  };

const someIds = ({ random, people }: HistoryRun) => random.pick(people).id;

export const CONTACT_CALLS = {
  createChatInvite: {
    weight: 2,
    call: aboutOther((_, { id }) => ({ userId: id })),
    next: 'acceptUserContact',
  },
  acceptUserContact: {
    weight: 2,
    call: related('INVITED_ME', (userContactId) => ({ userContactId })),
    next: 'createGroupChat',
  },
  rejectUserContact: {
    weight: 0.3,
    call: related('INVITED_ME', (userContactId) => ({ userContactId })),
  },
  removeUserContact: {
    weight: 0.2,
    call: related('CONTACT', (userContactId) => ({ userContactId })),
  },
  updateContactPrice: {
    weight: 0.7,
    call: related('CONTACT', (userContactId, { random }) =>
      random.pick([
        { userContactId, terms: 'OWN', price: '5.00' },
        { userContactId, terms: 'FREE' },
        { userContactId, terms: 'USUAL' },
      ]),
    ),
  },
  createDirectChat: {
    weight: 1,
    call: related('CONTACT', (participantUserId) => ({ participantUserId })),
  },
  createGroupChat: {
    weight: 1,
    call: related('CONTACT', (participantUserIds) => ({ participantUserIds, name: 'Violins' })),
    next: 'createChatMessage',
  },
  createChatMessage: {
    weight: 2,
    call: inChat((chatId, run) => ({ chatId, messageText: `<p>${run.nextWord()}</p>` })),
    next: 'reactToChatMessage',
  },
  createChatPicture: {
    weight: 0.4,
    call: inChat((chatId) => ({ chatId, base64Image: 'data:image/png;base64,AAAA' })),
  },
  editChatMessage: {
    weight: 0.5,
    call: aboutMessage((named, run) => ({ ...named, messageText: `<p>${run.nextWord()}</p>` })),
  },
  deleteChatMessage: { weight: 0.5, call: aboutMessage((named) => named) },
  reactToChatMessage: {
    weight: 0.3,
    call: aboutMessage((named) => ({ ...named, reaction: 'like' })),
  },
  createChatRead: {
    weight: 0.3,
    call: aboutMessage(({ chatMessageId }) => ({ chatMessageId })),
  },
  muteChat: { weight: 0.2, call: inChat((chatId) => ({ chatId, muted: 'true' })) },
  markChatAsTyping: { weight: 0.2, call: inChat((chatId) => ({ chatId })) },
  removeChatAsTyping: { weight: 0.2, call: inChat((chatId) => ({ chatId })) },
  searchChatMessages: { weight: 0.2, call: inChat((chatId) => ({ chatId, searchText: 'word' })) },
  addChatMembers: {
    weight: 0.4,
    call: inChat((chatId, run) => ({ chatId, participantUserIds: someIds(run) })),
  },
  removeChatMember: {
    weight: 0.4,
    call: inChat((chatId, run) => ({ chatId, userId: someIds(run) })),
  },
  renameChat: { weight: 0.4, call: inChat((chatId) => ({ chatId, name: 'Old violins' })) },
  updateChatPhoto: {
    weight: 0.2,
    call: inChat((chatId) => ({ chatId, base64Image: 'data:image/png;base64,AAAA' })),
  },
  leaveChat: {
    weight: 0.3,
    call: inChat((chatId, run) => ({
      chatId,
      ...(run.random.chance(0.5) && { nextOwnerUserId: someIds(run) }),
    })),
  },
  viewChat: { weight: 0.2, call: inChat((id) => ({ id })) },
  viewChatParticipants: { weight: 0.4, call: inChat((chatId) => ({ chatId })) },
  viewChatMessages: { weight: 0.4, call: inChat((chatId) => ({ chatId })) },
  viewChatMessagesSince: {
    weight: 0.2,
    call: inChat((chatId) => ({ chatId, sinceTime: '2026-11-02T09:00:00.000Z' })),
  },
} as const satisfies Calls;
