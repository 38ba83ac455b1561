/*
 * Where the focus goes when the element that had it is removed: browsers leave it on nothing, so a keyboard starts at the top again
 * and a screen reader falls silent (WCAG 2.4.3). It goes to the next row of a list, to the new state of the screen, or to the
 * nearest heading. A screen that knows a better place focuses it itself.
 */

/** An element, and what is around it from the inside out. */
export type FocusPlace = {
  readonly element: HTMLElement;
  readonly around: readonly { readonly parent: Element; readonly index: number }[];
  /** The elements that showed a state before the removal, so that they are not taken for its result. */
  readonly states: readonly Element[];
};

/** Where the focus is now; undefined if it is on nothing. */
export function currentPlace(): FocusPlace | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body
    ? placeOf(activeElement)
    : undefined;
}

/** The place that had the focus when a dialog opened, which is where it returns to. */
const openers = new WeakMap<Element, FocusPlace>();

export function setOpener(dialog: Element, opener: FocusPlace | undefined): void {
  if (opener) openers.set(dialog, opener);
}

function placeOf(element: HTMLElement): FocusPlace {
  const states = [...document.querySelectorAll(NEW_STATE)];
  const around: { parent: Element; index: number }[] = [];
  let inner: Element = element;
  while (inner.parentElement) {
    const parent: Element = inner.parentElement;
    around.push({ parent, index: [...parent.children].indexOf(inner) });
    const opener = openers.get(parent);
    // A dialog is at the end of the page; what matters is where it was opened.
    if (opener) return { element, around: [...around, ...opener.around], states };
    inner = parent;
  }
  return { element, around, states };
}

/** Whether nothing has the focus. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || !activeElement.isConnected;
}

const LISTS = 'ul, ol, tbody, [role=list]';
const SECTIONS = 'section, article, dialog, form';
const HEADINGS = 'h1, h2, h3';
const CONTROLS = 'a[href], button:not([disabled], [tabindex="-1"])';
/** Set by what shows a new state: an empty list, or what a form gave way to. */
const NEW_STATE = '[data-new-state]';

/** Focuses the element of a place, or what is nearest to where it was. */
export function focusNear({ element, around, states }: FocusPlace): void {
  if (element.isConnected) element.focus({ preventScroll: true });
  if (!isFocusLost()) return;
  let near: HTMLElement | null | undefined;
  for (const { parent, index } of around)
    if (!near && parent.isConnected) near = nearIn(parent, index, states);
  near ??= document.querySelector<HTMLElement>('h1') ?? document.getElementById('page');
  if (near) focusAnyway(near);
}

/** The row of a list that is now in this place, the new state of a part of the page, or its heading. */
function nearIn(
  parent: Element,
  index: number,
  states: readonly Element[],
): HTMLElement | null | undefined {
  if (parent.matches(LISTS)) {
    const rows = [...parent.children].filter((row) => row.ariaHidden !== 'true');
    const row = rows[Math.min(index, rows.length - 1)];
    return row?.querySelector<HTMLElement>(CONTROLS) ?? (row as HTMLElement | undefined);
  }
  return (
    [...parent.querySelectorAll<HTMLElement>(NEW_STATE)].find((state) => !states.includes(state)) ??
    (parent.matches(SECTIONS) ? parent.querySelector<HTMLElement>(HEADINGS) : undefined)
  );
}

/** The heading of the page, where the focus goes from the last row that was removed. */
export const pageHeading = (): HTMLElement | null => document.querySelector('#page h1, h1');

function focusAnyway(element: HTMLElement): void {
  if (!element.matches('a[href], button, [tabindex]')) {
    element.tabIndex = -1;
    element.dataset.quietFocus = '';
  }
  element.focus({ preventScroll: element.matches(HEADINGS) });
}

const CONTROL = 'a, button, input, textarea, select, summary, [tabindex]';

/** Follows the focus, and moves it when its element is removed. Returns a function that ends it. */
export function keepFocus(): () => void {
  let place: FocusPlace | undefined;
  // Safari does not focus a button that is pressed.
  const note = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
    place = control ? placeOf(control) : undefined;
  };
  const watch = new MutationObserver((changes) => {
    const lost = place;
    if (!lost || !isFocusLost() || !changes.some((change) => hasRemoved(change, lost.element)))
      return;
    // After the effects of the new screen, which may focus something themselves.
    setTimeout(() => {
      if (isFocusLost() && place === lost) focusNear(lost);
    });
  });
  watch.observe(document.body, { childList: true, subtree: true });
  const events = ['focusin', 'click'] as const;
  for (const event of events) document.addEventListener(event, note, true);
  return () => {
    watch.disconnect();
    for (const event of events) document.removeEventListener(event, note, true);
  };
}

const hasRemoved = ({ removedNodes }: MutationRecord, element: Element): boolean =>
  [...removedNodes].some((node) => node.contains(element));
