/* Announcements: messages in a group about the group itself. docs/product/chat.md#announcements */

/** `left`: the writer left, and the group has another owner if they owned it. */
export const ANNOUNCEMENTS = ['added', 'removed', 'left', 'renamed', 'photo'] as const;

/** What the writer of a message did to the group. The names are those of that time. */
export type Announcement = {
  readonly kind: (typeof ANNOUNCEMENTS)[number];
  /** The people who were added or removed; the next owner, if the owner left. */
  readonly people: readonly { readonly userId: string; readonly fullName: string }[];
  /** The new name of a group. */
  readonly name?: string | undefined;
};
