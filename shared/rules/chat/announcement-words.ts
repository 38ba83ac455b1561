import type { Announcement } from './announcements.ts';

/* The sentences of announcements. A file of its own, because the app itself loads the kinds of announcements and not these. */

/** Who reads an announcement, so that they are called "you"; absent in what all members are shown, such as a preview. */
type Reader = { readonly viewerId?: string | undefined };

/** An announcement as a sentence: `Ana added Ben and you`. */
export function announcementWords(
  { kind, people, name = '' }: Announcement,
  writer: { readonly userId: string; readonly fullName: string },
  { viewerId }: Reader = {},
): string {
  const nameOf = ({ userId, fullName }: Announcement['people'][number]) =>
    userId === viewerId ? 'you' : fullName;
  const who = writer.userId === viewerId ? 'You' : writer.fullName;
  // An account that no longer exists has no name.
  const whom = people.length > 0 ? listWords(people.map(nameOf)) : 'someone';
  switch (kind) {
    case 'added':
      return `${who} added ${whom}`;
    case 'removed':
      return `${who} removed ${whom}`;
    case 'left':
      return people.length > 0 ? `${who} left. The group now belongs to ${whom}` : `${who} left`;
    case 'renamed':
      return `${who} renamed the group to “${name}”`;
    case 'photo':
      return `${who} changed the picture of the group`;
  }
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and 3 others`. */
function listWords(names: readonly string[]): string {
  const [first, second, third] = names;
  if (names.length <= 2) return names.join(' and ');
  return names.length === 3
    ? `${first}, ${second} and ${third}`
    : `${first}, ${second} and ${names.length - 2} others`;
}
