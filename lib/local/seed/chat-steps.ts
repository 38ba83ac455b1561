import type { Ref } from '../deeds/things.ts';
import { CHATS, type ChatTurn, type SeededChat } from './chats.ts';
import { CONTACTS } from './contacts.ts';
import { html, type People, personNamed, type SeedStep } from './seed-context.ts';

/* The seeded contacts and chats as what their people do. */

/** The steps of contacts, and then of their chats. */
export function chatAndContactSteps(people: People): SeedStep[] {
  const chats = CHATS.flatMap((chat) => chatSteps(people, chat));
  return [...contactSteps(people), ...chats];
}

function chatSteps(people: People, seeded: SeededChat): SeedStep[] {
  const named = (username: string) => personNamed(people, username);
  let opened: Ref | undefined;
  let newest: Ref | undefined;
  const chat = (): Ref => {
    if (!opened) throw new Error(`The chat of ${seeded.by} is not open`);
    return opened;
  };
  const open = async () => {
    const [first, ...others] = seeded.with.map(named);
    if (!first) throw new Error(`${seeded.by} chats with nobody`);
    opened = seeded.name
      ? await named(seeded.by).opensGroup([first, ...others], seeded.name)
      : await named(seeded.by).opensChat(first);
  };
  const say = async (by: string, text: string) => {
    newest = await named(by).says(chat(), html(text));
  };
  const run = async (turn: ChatTurn): Promise<unknown> => {
    if ('text' in turn) return say(turn.by, turn.text);
    if ('reads' in turn) return newest && named(turn.by).reads(newest);
    if ('renames' in turn) return named(turn.by).renames(chat(), turn.renames);
    return named(turn.by).adds(chat(), [named(turn.adds)]);
  };
  const turns = seeded.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => run(turn) }));
  return [{ daysAgo: seeded.daysAgo, run: open }, ...turns];
}

function contactSteps(people: People): SeedStep[] {
  return CONTACTS.flatMap(({ by, to, invited, accepted }) => {
    const [inviter, invitee] = [personNamed(people, by), personNamed(people, to)];
    const invite = () => inviter.invites(invitee);
    const accept = () => invitee.accepts(inviter);
    return [
      { daysAgo: invited, run: invite },
      ...(accepted === undefined ? [] : [{ daysAgo: accepted, run: accept }]),
    ];
  });
}
