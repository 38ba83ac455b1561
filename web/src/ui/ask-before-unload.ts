/** Lets the browser ask before a page is closed or reloaded, in a handler of `beforeunload`. */
export function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chrome and Edge before 119 ask for this alone.
  event.returnValue = 'unsaved';
}
