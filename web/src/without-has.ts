/*
 * For Firefox before 121, which has no `:has()`: marks the elements that contain what the style sheet asks for. Each rule that
 * needs it has a second selector with the mark.
 */

/** The element, what it contains, and the mark that it then has. */
export const MARKS: readonly (readonly [string, string, string])[] = [
  [':root', '.modal, .menu', 'data-has-sheet'],
  ['.shell', '.action-bar', 'data-has-bar'],
  ['.shell', '.page-alone', 'data-is-alone'],
  ['.shell', '.chat-log', 'data-has-chat'],
  ['.shell', '.list-pane', 'data-has-pane'],
  ['.shell', '.letter-pane', 'data-has-letter'],
  ['.shell', '.answer-pane, .answer-place', 'data-has-answer'],
  ['.shell', '.about-pane', 'data-has-about'],
  ['.crop-window', ':focus-visible', 'data-has-focus'],
];

/** Marks the elements now, and whenever the page or the focus changes. */
export function markContents(): void {
  mark();
  new MutationObserver(mark).observe(document, { childList: true, subtree: true });
  for (const change of ['focusin', 'focusout'])
    document.addEventListener(change, () => queueMicrotask(mark));
}

function mark(): void {
  for (const [outer, inner, name] of MARKS)
    for (const element of document.querySelectorAll(outer))
      element.toggleAttribute(name, element.querySelector(inner) !== null);
}
