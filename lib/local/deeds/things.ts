/* What deeds are done to, by what identifies it. */

/** Anything with an id: a person, a conversation, a chat. */
export type Ref = { readonly id: string };

/** A paid conversation, with both of its people. */
export type Order = Ref & { readonly sender: Ref; readonly recipient: Ref };

/** A version of a draft. */
export type DraftRef = Ref & { readonly version: number };
