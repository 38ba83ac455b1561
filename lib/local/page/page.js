/*
 * The page below /_local: shows who is there, what arrives and where the money is, and moves the clock. It is plain JavaScript and not
 * compiled.
 */

import { readArrivals } from './arrivals.js';
import { readBusyDay } from './busy-day.js';
import { readClock, readStories } from './clock.js';
import { readDevelopers } from './developers.js';
import { afterActions, byId, isBusy, say } from './dom.js';
import { ask, clearStorage } from './enter.js';
import { readMoney } from './money.js';
import { readPeople } from './people.js';

/** What changes by itself all the time, and what mostly changes by what is done here. */
const often = () => Promise.all([readClock(), readArrivals(), readDevelopers()]);
const all = () => Promise.all([often(), readPeople(), readStories(), readBusyDay(), readMoney()]);
/** One round in this many reads everything. */
const ROUNDS = 5;
let round = 0;

afterActions(all);

/** Polls the state. Polls never overlap, and a hidden page does not poll. */
async function poll() {
  if (!document.hidden && !isBusy()) {
    await (round % ROUNDS === 0 ? all() : often()).catch(() => {
      say('This machine does not answer.');
    });
    round += 1;
  }
  setTimeout(poll, 2_000);
}

byId('start-over').addEventListener('click', () => byId('confirm').showModal());
byId('confirm').addEventListener('close', async () => {
  if (byId('confirm').returnValue !== 'start') return;
  say('Starting over…', 0);
  await ask('start-over', {});
  // Once the address answers again, it is with the page that waits for the new start.
  const wait = async () => {
    const answer = await fetch('/_local/start-steps')
      .then((response) => response.json())
      .catch(() => undefined);
    if (answer && !answer.ready) location.reload();
    else setTimeout(wait, 300);
  };
  clearStorage();
  setTimeout(wait, 300);
});

void poll();
