import { timingSafeEqual } from 'node:crypto';
import type { OldChannel } from '#shared/rules/auth/takeover-ladder.ts';
import { keyedHash } from './keyed-hash.ts';

/*
 * The token in the message to an old channel, which stops one step of the takeover ladder without a sign-in:
 * `<user id>.<step id>.<P or E><keyed hash>`. It is used once, because a step is stopped once, and works as long as the step can be
 * stopped.
 */

const LETTERS = { PHONE: 'P', EMAIL: 'E' } as const satisfies Record<OldChannel, string>;

type Stop = { readonly userId: string; readonly stepId: string; readonly channel: OldChannel };

export const stopToken = async ({ userId, stepId, channel }: Stop): Promise<string> =>
  `${userId}.${stepId}.${LETTERS[channel]}${await hashFor({ userId, stepId, channel })}`;

/** Reads a token; undefined if it is not one of ours. */
export async function readStopToken(token: string): Promise<Stop | undefined> {
  const [, userId = '', stepId = '', letter, hash = ''] =
    /^([0-9A-Z]{26})\.([0-9A-Z]{26})\.([PE])([\w-]{22})$/.exec(token) ?? [];
  if (letter === undefined) return undefined;
  const stop = { userId, stepId, channel: letter === 'P' ? 'PHONE' : 'EMAIL' } as const;
  const expected = await hashFor(stop);
  return timingSafeEqual(Buffer.from(hash), Buffer.from(expected)) ? stop : undefined;
}

/** The path of the page that stops a step. Opening it stops nothing, because programs open the links in messages. */
export const stopPath = async (stop: Stop): Promise<string> =>
  `/stop-change?token=${await stopToken(stop)}`;

const hashFor = ({ userId, stepId, channel }: Stop) => keyedHash('stop', userId, stepId, channel);
