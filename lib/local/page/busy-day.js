/* The busy day at the desk, on the page below /_local: what it brings, and the button that lets it happen. */

import { act, byId } from './dom.js';
import { ask, enterAs } from './enter.js';

let hasHappened = false;

/** Reads whether the busy day has come, and says so. */
export async function readBusyDay() {
  const { state, hours } = await ask('busy-day');
  hasHappened = state === 'HAPPENED';
  byId('busy-day').hidden = state === 'NO_DEMO';
  byId('busy-words').textContent = hasHappened
    ? 'It happened. Claims, reports, reviews, appeals, held payouts and tickets wait there.'
    : `The clock goes on by ${hours} hours, and then more than thirty cases of every kind wait for Dana.`;
  byId('have-busy-day').textContent = hasHappened ? 'Open the desk' : 'Let it happen';
}

byId('have-busy-day').addEventListener('click', () =>
  hasHappened
    ? act('', () => enterAs('desk', '/desk'), 'Signing in…')
    : act('It happened.', () => ask('busy-day', {}), 'A day passes at the desk…'),
);
