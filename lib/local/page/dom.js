/* Elements, words and actions that the parts of the page below /_local share. It is plain JavaScript and not compiled. */

export const byId = (id) => document.getElementById(id);

/** Creates an element. Strings become text nodes, so data is never parsed as HTML. Absent children are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** An icon of one path, in the style of the product. */
export function icon(path) {
  const names = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(names, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(names, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

const shown = new Map();

/**
 * Renders an element only if its data changed, so that selected text stays selected and open rows stay open. The focus stays on the part
 * with the same key.
 */
export function show(id, data, draw) {
  const text = JSON.stringify(data);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const element = byId(id);
  const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
  element.replaceChildren(...draw());
  if (key)
    for (const one of element.querySelectorAll('[data-key]'))
      if (one.dataset.key === key) one.focus();
}

/** Renders a list, or what is said in its place while it is empty. */
export const list = (id, items, draw, empty) =>
  show(id, items, () =>
    items.length > 0 ? items.map(draw) : [make('li', { class: 'empty' }, empty)],
  );

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const money = (cents) => dollars.format(cents / 100).replace('-', '−');

/** The time of the local clock, which may be days ahead. */
let today = new Date();
export const setToday = (now) => {
  today = now;
};
const format = (options) => new Intl.DateTimeFormat('en-US', options);
const DAY = format({ weekday: 'short', month: 'short', day: 'numeric' });
const HOUR = format({ hour: 'numeric', minute: '2-digit' });
const WEEKDAY = format({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
const LONG = format({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
export const dayOf = (date) => DAY.format(date);
export const hourOf = (date) => HOUR.format(date);
/** `Mon, Nov 30, 10:20 AM` */
export const dayAndHour = (date) => `${DAY.format(date)}, ${HOUR.format(date)}`;

/** A time in as few words as are clear: the hour today, the day of the week within a week, otherwise the date. */
export function shortTime(date) {
  if (date.toDateString() === today.toDateString()) return HOUR.format(date);
  const isRecent = Math.abs(today - date) < 6 * 24 * 3_600_000;
  return isRecent ? WEEKDAY.format(date).replace(' ', ', ') : LONG.format(date);
}

export const firstName = (fullName) => fullName.split(' ')[0];

/** The portrait of a person, or their initial. */
export function portrait(person, size) {
  const style = `width:${size}px;height:${size}px`;
  if (person?.avatarUrl)
    return make('img', { class: 'portrait', src: person.avatarUrl, alt: '', style });
  const letter = make(
    'span',
    { class: 'portrait', 'aria-hidden': 'true' },
    person?.fullName?.[0] ?? '?',
  );
  letter.style.cssText = `${style};font-size:${size / 2.4}px`;
  return letter;
}

let busy = false;
let refresh = async () => {};
export const isBusy = () => busy;
/** What is read again after each action. */
export const afterActions = (read) => {
  refresh = read;
};

/** Says something for a few seconds. */
export function say(words, seconds = 4) {
  byId('notice').textContent = words;
  clearTimeout(say.timer);
  if (seconds > 0) say.timer = setTimeout(() => say('', 0), seconds * 1_000);
}

/** Runs one action at a time, and says what came of it. Buttons keep the focus, and do nothing meanwhile. */
export async function act(done, action, meanwhile = 'One moment…') {
  if (busy) return;
  busy = true;
  document.body.classList.add('busy');
  say(meanwhile, 0);
  let words = done;
  try {
    await action();
  } catch (fault) {
    words = fault.message;
  }
  busy = false;
  document.body.classList.remove('busy');
  await refresh().catch(() => undefined);
  say(words);
}

/** A button that acts. `key`: keeps the focus when the list is rendered again. */
export function actButton(words, key, action, attributes = {}) {
  const button = make('button', { type: 'button', 'data-key': key, ...attributes }, words);
  button.addEventListener('click', action);
  return button;
}
