import { CHATS, type ChatTurn, type SeededChat } from './chats.ts';
import { CONTACTS } from './contacts.ts';
import {
  call,
  type Fields,
  html,
  type People,
  personNamed,
  type SeedContext,
  type SeedStep,
} from './seed-context.ts';

/* The seeded contacts and chats as the calls that their people make. */

/** The steps of contacts, and then of their chats. */
export function chatAndContactSteps(context: SeedContext, people: People): SeedStep[] {
  const chats = CHATS.flatMap((chat) => chatSteps(context, people, chat));
  return [...contactSteps(context, people), ...chats];
}

function chatSteps(context: SeedContext, people: People, chat: SeededChat): SeedStep[] {
  let chatId = '';
  let newest = '';
  const ask = (by: string, operation: string, fields: Fields) =>
    call(context, personNamed(people, by), operation, fields);
  const open = async () => {
    const others = chat.with.map((username) => personNamed(people, username).id);
    const { data } = chat.name
      ? await ask(chat.by, 'createGroupChat', { participantUserIds: others, name: chat.name })
      : await ask(chat.by, 'createDirectChat', { participantUserId: others[0] });
    chatId = data?.[0]?.id ?? '';
  };
  const say = async (by: string, text: string) => {
    const { data } = await ask(by, 'createChatMessage', { chatId, messageText: html(text) });
    newest = data?.[0]?.id ?? '';
  };
  const run = (turn: ChatTurn): Promise<unknown> => {
    if ('text' in turn) return say(turn.by, turn.text);
    if ('reads' in turn) return ask(turn.by, 'createChatRead', { chatMessageId: newest });
    if ('renames' in turn) return ask(turn.by, 'renameChat', { chatId, name: turn.renames });
    const participantUserIds = [personNamed(people, turn.adds).id];
    return ask(turn.by, 'addChatMembers', { chatId, participantUserIds });
  };
  const turns = chat.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => run(turn) }));
  return [{ daysAgo: chat.daysAgo, run: open }, ...turns];
}

function contactSteps(context: SeedContext, people: People): SeedStep[] {
  return CONTACTS.flatMap(({ by, to, invited, accepted }) => {
    const [inviter, invitee] = [personNamed(people, by), personNamed(people, to)];
    const invite = () => call(context, inviter, 'createChatInvite', { userId: invitee.id });
    const accept = () => call(context, invitee, 'acceptUserContact', { userContactId: inviter.id });
    return [
      { daysAgo: invited, run: invite },
      ...(accepted === undefined ? [] : [{ daysAgo: accepted, run: accept }]),
    ];
  });
}
