/* User texts may show only our own pictures. A picture from another host would tell that host who viewed it. */

/** Whether a picture's address, absolute or relative, is on this origin. */
export function isOwnPicture(src: string, here: string): boolean {
  return URL.canParse(src, here) && new URL(src, here).origin === new URL(here).origin;
}

/** Whether the editor may contain the picture: our own, or a chosen one that is not uploaded yet. */
export function isWrittenPicture(src: string, here: string): boolean {
  return /^data:image\/(?:jpeg|png);base64,/.test(src) || isOwnPicture(src, here);
}
