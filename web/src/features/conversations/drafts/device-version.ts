/* A draft as a device keeps it. */

export type Version = { readonly id: string; readonly version: number };

/** A draft on this device. */
export type DeviceVersion<Words> = {
  readonly words: Words;
  /** The newest known version, and the words that this device saved it with. */
  readonly saved?: (Version & { readonly words: Words }) | undefined;
  /** Words that were sent and have no response yet: they are sent again before newer ones. */
  readonly sending?: Words | undefined;
};

/** How the words of a kind of drafts are compared. */
export type WordsRules<Words> = {
  isEmpty(words: Words): boolean;
  isSame(one: Words, other: Words): boolean;
};

/** Whether this device has words that the server lacks. */
export const isUnsaved = <Words>(
  { isEmpty, isSame }: WordsRules<Words>,
  { words, saved }: DeviceVersion<Words>,
): boolean => (isEmpty(words) ? saved !== undefined : !saved || !isSame(words, saved.words));
