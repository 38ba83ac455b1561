/* The clock of the page below /_local, and its stories. */

import { act, byId, dayAndHour, dayOf, hourOf, icon, make, setToday, show } from './dom.js';
import { ask, enterAs } from './enter.js';

const FORWARD = 'M4 6l7 6-7 6zM13 6l7 6-7 6z';

/** Reads the time, and shows it. */
export async function readClock() {
  const { now, offsetSeconds } = await ask('clock');
  const date = new Date(now);
  setToday(date);
  byId('day').textContent = dayOf(date);
  byId('hour').textContent = hourOf(date);
  byId('now').dateTime = now;
  byId('offset').textContent = ahead(Math.round(offsetSeconds / 3600));
}

function ahead(hours) {
  if (hours === 0) return 'The real time.';
  const days = Math.floor(hours / 24);
  const parts = [
    days > 0 && `${days} day${days === 1 ? '' : 's'}`,
    hours % 24 > 0 && `${hours % 24} hour${hours % 24 === 1 ? '' : 's'}`,
  ];
  return `${parts.filter(Boolean).join(' and ')} ahead of the real time.`;
}

/** A story: the whole card is its button. */
function story({ id, title, text, at, seenBy }) {
  const parts = [
    make('strong', {}, title),
    at && make('span', { class: 'when' }, `to ${dayAndHour(new Date(at))}`),
    seenBy && make('span', { class: 'when done' }, 'It happened'),
    make('span', { class: 'soft' }, text),
  ];
  if (!at && !seenBy) return make('li', {}, make('div', { class: 'story' }, ...parts));
  const button = make(
    'button',
    { type: 'button', class: 'story', 'data-key': id },
    ...parts,
    make(
      'span',
      { class: 'go' },
      icon(seenBy ? 'M5 12h14m-6-6 6 6-6 6' : FORWARD),
      seenBy ? `See it as ${seenBy.firstName}` : 'Let it happen',
    ),
  );
  button.addEventListener('click', () =>
    seenBy
      ? act('', () => enterAs(seenBy.username, seenBy.path), 'Signing in…')
      : act('It happened.', () => ask(`stories/${id}`, {}), 'Time passes…'),
  );
  return make('li', {}, button);
}

/** Reads the stories, and shows them. */
export async function readStories() {
  const { data } = await ask('stories');
  show('stories', data, () => data.map(story));
}

for (const button of byId('advance').children) {
  const advanceSeconds = Number(button.dataset.seconds);
  button.addEventListener('click', () =>
    act(
      'Time has passed, and all that fell due has run.',
      () => ask('clock', { advanceSeconds }),
      'Time passes…',
    ),
  );
}
