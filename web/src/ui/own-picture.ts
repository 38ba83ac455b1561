/* Which pictures a text may show: our own. One from elsewhere would tell its host who looked. */

/** Whether an address of a picture, absolute or not, leads to this origin. */
export function isOwnPicture(src: string, here: string): boolean {
  return URL.canParse(src, here) && new URL(src, here).origin === new URL(here).origin;
}

/** Whether a text that is being written may hold it: our own, or just chosen and not sent yet. */
export function isWrittenPicture(src: string, here: string): boolean {
  return /^data:image\/(?:jpeg|png);base64,/.test(src) || isOwnPicture(src, here);
}
