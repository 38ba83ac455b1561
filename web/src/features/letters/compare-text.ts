import { hashedText, textsOfPasted } from '#shared/rules/conversations/answer-statement.ts';

/**
 * Whether a pasted text is the text of a letter. It is compared by its hash in this browser, and sent nowhere.
 * docs/product/conversations.md#what-is-hashed
 */
export async function isTextOfLetter(
  pasted: string,
  letter: { readonly verificationId: string; readonly textHash: string },
): Promise<boolean> {
  const hashes = await Promise.all(
    textsOfPasted(pasted).map((text) => sha256(hashedText(letter.verificationId, text))),
  );
  return hashes.includes(letter.textHash);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const bytes = String.fromCharCode(...new Uint8Array(digest));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
