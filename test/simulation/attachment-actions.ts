import type { Destination } from '#lib/local/deeds/attachments.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { attachmentIn, keepPicture, PICTURE } from './attached-files.ts';
import type { Action, HistoryRun } from './history-run.ts';
import type { Person } from './people.ts';

/* The actions with files in a random history. Letters, drafts, answers and replies take what `filesFor` has. */

const placeOf = (destination: Destination): string =>
  'to' in destination ? `to ${destination.to.id}` : `in ${destination.in.id}`;

/** Somebody chooses a picture for a letter, or for a conversation of theirs. */
const chooseFile: Action = async (run) => {
  const { random, people } = run;
  const writable = [...run.simulation.world.recorder.conversations.values()].filter(({ status }) =>
    ['PENDING', 'OPEN'].includes(status),
  );
  const order = writable.length > 0 && random.chance(0.6) && random.pick(writable);
  const side = order && order.status === 'OPEN' ? random.pick(BOTH_SIDES) : 'recipient';
  const by = order ? run.personOf(order[side]) : random.pick(people);
  const destination = order ? { in: order } : { to: otherThan(run, by) };
  const process = await run.does(by, (me) =>
    me.choosesFile(PICTURE, destination, { key: run.nextKey() }),
  );
  run.whenSuccessful(process, (answer) => {
    run.files = [...run.files, { id: attachmentIn(answer), by, destination }];
  });
};

const BOTH_SIDES = ['recipient', 'sender'] as const;
const otherThan = ({ random, people }: HistoryRun, by: Person) =>
  random.pick(people.filter((one) => one !== by));

const removeFile: Action = async (run) => {
  if (run.files.length === 0) return;
  const { by, id } = run.random.pick(run.files);
  await run.does(by, (me) => me.removesFile(id));
};

/** The most files that a message gets in a history. */
const FILES = 2;

/**
 * The files that somebody has for a letter or a conversation, as their page names them; undefined without any. Most have arrived by then.
 * After they are sent the page forgets them, but now and then another page sends them again.
 */
export async function filesFor(
  run: HistoryRun,
  by: Ref,
  destination: Destination,
  then: 'send' | 'keep' = 'send',
): Promise<string[] | undefined> {
  const place = placeOf(destination);
  const found = run.files
    .filter((one) => one.by.id === by.id && placeOf(one.destination) === place)
    .slice(-FILES);
  if (found.length === 0) return undefined;
  for (const one of found)
    if (run.random.chance(0.9)) await keepPicture(run.simulation, one.by, one.id);
  if (then === 'send' && run.random.chance(0.8))
    run.files = run.files.filter((one) => !found.includes(one));
  return found.map(({ id }) => id);
}

/** The two people of a letter for which its sender has chosen a file; undefined without any. */
export function pairWithFile({ files, people, random }: HistoryRun) {
  const pairs = files.flatMap(({ by: sender, destination }) => {
    const recipient = 'to' in destination && people.find(({ id }) => id === destination.to.id);
    return recipient ? [{ sender, recipient }] : [];
  });
  return pairs.length > 0 && random.chance(0.5) ? random.pick(pairs) : undefined;
}

export const ATTACHMENT_ACTIONS = {
  chooseFile: [chooseFile, 8],
  removeFile: [removeFile, 0.5],
} as const satisfies Readonly<Record<string, readonly [Action, number]>>;
