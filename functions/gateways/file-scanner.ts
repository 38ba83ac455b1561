/*
 * The place for a scanner of uploaded files, such as one that knows viruses or hashes of abuse material. Nothing is behind it: which
 * checks an operator owes, and to whom findings are reported, has to be decided with a lawyer first (docs/operations.md, Attachments).
 */

/** A file as it was uploaded. */
type ScannedFile = { readonly bytes: Uint8Array; readonly kind: string };

/** Returns whether a file must not be delivered. Throws if it could not be scanned, so that the check is tried again. */
export type IsHarmful = (file: ScannedFile) => Promise<boolean>;

export const isHarmful: IsHarmful = async () => false;
