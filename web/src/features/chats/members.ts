import type { viewUserContacts } from '../../../../shared/api/contacts.ts';
import type { Output } from '../../../../shared/api/operation.ts';
import { GROUP_MAX } from '../../../../shared/rules/chat/chats.ts';
import { isFoundBy, searchedText } from '../../../../shared/rules/search/search.ts';

/* Who is going to be in a group that is being made. */

export type Member = Output<typeof viewUserContacts>['data'][number];

/** Besides whoever makes it. */
export const OTHERS_MAX = GROUP_MAX - 1;

/** Those whose name holds what was typed, however short it is: they are all here already. */
export function membersFound(members: readonly Member[], typed: string): readonly Member[] {
  const text = searchedText(typed);
  return text === '' ? members : members.filter((member) => isFoundBy(member, text));
}

/** The chosen ones with one of them added or taken out; nobody is added to a group that is full. */
export function toggled(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return isFull(chosen) ? [...chosen] : [...chosen, id];
}

export const isFull = (chosen: readonly string[]) => chosen.length >= OTHERS_MAX;

/** `3 chosen`, and when there is no room for another. */
export function chosenWords(chosen: readonly string[]): string {
  if (isFull(chosen))
    return `${chosen.length} chosen. A group has room for ${GROUP_MAX} people, you included.`;
  return chosen.length === 0 ? 'Nobody chosen yet' : `${chosen.length} chosen`;
}
