import { ENDINGS } from '#shared/rules/conversations/conversations.ts';

/* Which statuses and events end a message, as the table of endings says. What becomes of the money is calculated without it. */

const ENDED: ReadonlySet<string> = new Set(Object.values(ENDINGS).map(({ status }) => status));
const TAKEN_BACK: ReadonlySet<string> = new Set(
  Object.values(ENDINGS)
    .filter(({ by }) => by === 'SENDER')
    .map(({ status }) => status),
);

/** Whether a message with this status ended without an answer. */
export const isEnded = (status: string): boolean => ENDED.has(status);

/** Whether the sender of a message with this status took it back, so that it takes no place in its month, and its recipient no longer sees it. */
export const isTakenBack = (status: string): boolean => TAKEN_BACK.has(status);

/** Whether an event of the timeline is the answer, or an ending without one. */
export const endsMessage = (event: string): boolean => event === 'ANSWERED' || isEnded(event);

/** Whether an event of the timeline ends the pause for a clarifying question. */
export const endsPause = (event: string): boolean =>
  event === 'INFO_GIVEN' || event === 'INFO_ENDED' || endsMessage(event);
