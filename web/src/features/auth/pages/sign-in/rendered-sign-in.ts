/**
 * Ends the heading that the document shows in place of the rendered sign-in while a person to write to is not known (web/head.js):
 * what the app shows from now on is right.
 */
export function showRenderedSignIn(): void {
  delete document.documentElement.dataset.names;
}
