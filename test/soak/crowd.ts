import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { People } from './people.ts';

const READS = ['viewOrderList', 'viewInboxList', 'viewDashboardStats', 'checkUser'] as const;
const THEMES = ['light', 'dark', 'system'] as const;
const WRITE_SHARE = 0.1;

/**
 * Sends requests over so many connections at once for a time, one write in ten, each as soon as the one before it is answered. A
 * client that is told to wait waits.
 */
export async function runCrowd(
  people: People,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<void> {
  const everybody = [...people.senders, ...people.recipients];
  const until = Date.now() + seconds * 1_000;
  const connection = async (nth: number) => {
    const person = everybody[nth % everybody.length] as Client;
    for (let call = nth; Date.now() < until; call += 1) {
      const wait = await (Math.random() < WRITE_SHARE
        ? person.once('POST', 'updateUserTheme', { theme: THEMES[call % THEMES.length] })
        : person.once('GET', READS[call % READS.length] as string));
      await pause(wait * 1_000);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => connection(nth)));
}
