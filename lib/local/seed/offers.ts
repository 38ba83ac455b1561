import { DAY, type Instant, later, toIso } from '#shared/time.ts';
import type { Actor } from '../deeds/actor.ts';

/* What some demo people ask of senders, allow, charge and keep: one of each. */

/**
 * Has the demo people change their settings. `named`: the person with a username; `present`: the time at which the seeded history
 * ends.
 */
export async function changeSettings(
  named: (username: string) => Actor,
  present: Instant,
): Promise<void> {
  await named('daniel.reyes').asksSenders([
    { question: 'Which instrument is it, and how old?', required: true },
    { question: 'Does it get worse from week to week?', required: false },
  ]);
  await named('kwame.boateng').setsAvailability({
    paused: 'true',
    pausedUntil: toIso(later(present, 12 * DAY)),
  });
  await named('mina.sato').setsAvailability({ waitingMax: '5' });
  await named('elise.laurent').givesPrice(named('mina.sato'), '5.00');
  await named('lucia.prado').keepsReply({
    title: 'Send me the clause itself',
    text: '<p>Please send me the clause word for word, with the one before and the one after it. A summary is what the other side would like me to read.</p>',
  });
}
