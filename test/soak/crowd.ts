import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, actorOf } from '#lib/local/deeds/actor.ts';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import { sendOver } from '#lib/local/deeds/over-http.ts';
import type { HttpPerson } from '../support/client.ts';
import { type Network, secondsToWait, sendingOnce } from './client.ts';
import type { People } from './people.ts';

const THEMES = ['light', 'dark', 'system'] as const;
const WRITE_SHARE = 0.1;

/** What somebody of the crowd reads, by turns. */
const READS: readonly ((me: Actor) => Deed<unknown>)[] = [
  (me) => me.outbox(),
  (me) => me.inbox(),
  (me) => me.dashboard(),
  (me) => me.account(),
];

/**
 * Sends requests over so many connections at once for a time, one write in ten, each as soon as the one before it is answered. A
 * client that is told to wait waits.
 */
export async function runCrowd(
  network: Network,
  people: People,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<void> {
  const everybody = [...people.senders, ...people.recipients].map((one) => impatient(network, one));
  const until = Date.now() + seconds * 1_000;
  const connection = async (nth: number) => {
    const person = everybody[nth % everybody.length] as Actor;
    for (let call = nth; Date.now() < until; call += 1) {
      const read = READS[call % READS.length] as (typeof READS)[number];
      const deed =
        Math.random() < WRITE_SHARE
          ? person.choosesTheme(THEMES[call % THEMES.length] as string)
          : read(person);
      const response = await responseTo(deed).catch(() => undefined);
      if (response?.http === 503)
        await pause(secondsToWait({ headers: new Headers(response.headers) }) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => connection(nth)));
}

/** The same person, who sends each call once, whatever the answer is. */
const impatient = (network: Network, person: HttpPerson): Actor =>
  actorOf(
    person.id,
    sendOver(network.url, { tokenOf: person.accessToken, fetch: sendingOnce(network) }),
  );
