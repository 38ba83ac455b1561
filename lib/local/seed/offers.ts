import { DAY, type Instant, later, toIso } from '#shared/time.ts';

/* What some demo people ask of senders, allow, charge and keep: one of each, set by the operations of the settings. */

type Setting = {
  readonly by: string;
  readonly operation: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** The settings. `idOf`: the id of a demo person; `present`: the time at which the seeded history ends. */
export const settingsOfPeople = (
  idOf: (username: string) => string,
  present: Instant,
): readonly Setting[] => [
  {
    by: 'daniel.reyes',
    operation: 'updatePrompts',
    fields: {
      prompts: JSON.stringify([
        { question: 'Which instrument is it, and how old?', required: true },
        { question: 'Does it get worse from week to week?', required: false },
      ]),
    },
  },
  {
    by: 'kwame.boateng',
    operation: 'updateAvailability',
    fields: { paused: 'true', pausedUntil: toIso(later(present, 12 * DAY)) },
  },
  {
    by: 'mina.sato',
    operation: 'updateAvailability',
    fields: { paused: 'false', waitingMax: '5' },
  },
  {
    by: 'elise.laurent',
    operation: 'updateContactPrice',
    fields: { userContactId: idOf('mina.sato'), terms: 'OWN', price: '5.00' },
  },
  {
    by: 'lucia.prado',
    operation: 'createSavedReply',
    fields: {
      title: 'Send me the clause itself',
      text: '<p>Please send me the clause word for word, with the one before and the one after it. A summary is what the other side would like me to read.</p>',
    },
  },
];
