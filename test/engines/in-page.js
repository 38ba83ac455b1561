/*
 * Runs in the page, as the beginning of each script of phone.ts: finds elements by their words, as a reader does, and notes what the
 * page complains about.
 */

const ROLES = {
  control:
    'button, a[href], summary, input[type=radio], input[type=checkbox], [role=button], [role=menuitem], [role=radio], [role=switch], [role=tab], [role=link]',
  field:
    'input:not([type=radio], [type=checkbox], [type=file]), textarea, select, [contenteditable=true], [role=textbox]',
  file: 'input[type=file]',
};

const oneLine = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
const isSeen = (element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

/** The name that screen readers read. */
function nameOf(element) {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.map((id) => document.getElementById(id));
  const texts = [
    element.getAttribute('aria-label'),
    labels.map((label) => label?.textContent).join(' '),
    [...(element.labels ?? [])].map((label) => label.textContent).join(' '),
    element.textContent,
    element.title,
  ];
  return oneLine(texts.find((text) => oneLine(text) !== ''));
}

/** The part of the page that can be used: the open dialog, if there is one. */
const usable = () => [...document.querySelectorAll('dialog[open], [role=menu]')].at(-1) ?? document;

/** Whether a name is the wanted one, in which `…` at an end stands for any words. */
function isNamed(name, wanted) {
  const words = wanted.replace(/^…|…$/g, '');
  const at = name.indexOf(words);
  const begins = at === 0 || (at > 0 && wanted.startsWith('…'));
  return begins && (wanted.endsWith('…') || at + words.length === name.length);
}

/** Marks the element with this role and name for the driver. Returns its selector, or undefined while there is none. */
function find(role, wanted) {
  const found = [...usable().querySelectorAll(ROLES[role])].find(
    (element) =>
      isNamed(nameOf(element), wanted) &&
      (role === 'file' || isSeen(element)) &&
      element.getAttribute('aria-disabled') !== 'true' &&
      !element.disabled,
  );
  if (!found) return undefined;
  for (const other of document.querySelectorAll('[data-walk]')) other.removeAttribute('data-walk');
  found.setAttribute('data-walk', '');
  // Away from bars that cover the edges of the screen.
  if (role !== 'file') found.scrollIntoView({ block: 'center' });
  return '[data-walk]';
}

const sees = (text) =>
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is seen
  oneLine(document.body.innerText).toLowerCase().includes(oneLine(text).toLowerCase());

function centerOf(selector) {
  const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Empties a field, as React notices, with the focus in it as a person has. */
function empty(selector) {
  const field = document.querySelector(selector);
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The name of what has the focus. Throws if it has none. */
function focusedName() {
  const { activeElement: element } = document;
  // The end of the page, before Tab begins again.
  if (element === null || element === document.body) return 'the page';
  const name = nameOf(element);
  if (name === '') throw new Error(`What has the focus has no name: ${element.outerHTML}`);
  return name;
}

const hasFocus = (wanted) =>
  document.activeElement !== document.body && isNamed(nameOf(document.activeElement), wanted);

/** From the top of the first line of an element to the bottom of the last one. */
function heightOfText(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    lines.push(...range.getClientRects());
  }
  if (lines.length === 0) return 0;
  return Math.max(...lines.map(({ bottom }) => bottom)) - Math.min(...lines.map(({ top }) => top));
}

/** What is wrong with the boxes on the screen. */
function boxFaults() {
  const faults = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`);
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const { bottom } = dialog.getBoundingClientRect();
    const inside = [...dialog.children].map((child) => child.getBoundingClientRect().bottom);
    const empty =
      bottom - Math.max(...inside) - Number.parseFloat(getComputedStyle(dialog).paddingBottom);
    if (empty > 2)
      faults.push(`a dialog has ${Math.round(empty)} px of nothing: ${nameOf(dialog)}`);
  }
  for (const button of document.querySelectorAll('button')) {
    const { height } = button.getBoundingClientRect();
    const hasPicture = button.querySelector('img, .avatar-initial') !== null;
    if (height > 64 && height - heightOfText(button) > 40 && !hasPicture)
      faults.push(`a button is ${Math.round(height)} px high: ${nameOf(button)}`);
  }
  return faults;
}

if (!window.noted) {
  window.noted = [];
  const note = (text) => window.noted.push(text);
  addEventListener('error', ({ message }) => {
    // The browser says so when it tells an observer of a size one frame later, which is no fault.
    if (!message.startsWith('ResizeObserver loop')) note(`error: ${message}`);
  });
  addEventListener('unhandledrejection', ({ reason }) => note(`rejected: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note(`policy: ${violatedDirective} ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...words) => {
    note(`console: ${words.join(' ')}`);
    error.apply(console, words);
  };
}

window.walk = { find, sees, centerOf, empty, boxFaults, focusedName, hasFocus };
