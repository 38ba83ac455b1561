import type { viewUserContacts } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';
import { GROUP_MAX } from '#shared/rules/chat/chats.ts';
import { isPartOf, searchedText } from '#shared/rules/search/search.ts';

/* The choice of people for a group. `room`: how many the group has room for. */

export type Member = Output<typeof viewUserContacts>['data'][number];

/** The room of a new group, without the user who creates it. */
export const OTHERS_MAX = GROUP_MAX - 1;

/** The members whose name contains the typed text, however short: all are loaded already. */
export function membersFound(members: readonly Member[], typed: string): readonly Member[] {
  const text = searchedText(typed);
  return text === '' ? members : members.filter((member) => isPartOf(member, text));
}

/** The chosen members with one added or removed; a full group accepts no more. */
export function toggled(chosen: readonly string[], id: string, room: number): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return isFull(chosen, room) ? [...chosen] : [...chosen, id];
}

export const isFull = (chosen: readonly string[], room: number) => chosen.length >= room;

/** `3 chosen`, and a hint when the group is full. */
export function chosenWords(chosen: readonly string[], room: number): string {
  if (isFull(chosen, room))
    return `${chosen.length} chosen. A group has room for ${GROUP_MAX} people, you included.`;
  return chosen.length === 0 ? 'No one chosen yet' : `${chosen.length} chosen`;
}
