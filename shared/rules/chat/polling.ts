import { MINUTE, SECOND } from '../../time.ts';

/*
 * When an open chat polls for new messages (docs/product/chat.md#polling): after 5 s, one second later after every empty
 * response up to a minute, after 5 s again when there are messages, after twice the time on an error, and not at all after
 * three errors in a row. It does not poll while the page is hidden or offline.
 */

export const POLL_FIRST = 5 * SECOND;
const POLL_STEP = SECOND;
export const POLL_SLOWEST = MINUTE;
const POLL_FAILURES = 3;

/** `waiting`: for `wait` milliseconds from the moment this state began · `away`: the page is hidden or offline. */
type PollingPhase = 'waiting' | 'asking' | 'away' | 'stopped';

export type Polling = {
  readonly phase: PollingPhase;
  /** The current wait (ms), or the base of the next one. */
  readonly wait: number;
  /** Errors in a row. */
  readonly failures: number;
  /** The viewer sent a message during a poll, so an empty response does not mean that the chat is quiet. */
  readonly wrote: boolean;
};

export type PollingEvent =
  /** The wait is over. */
  | 'due'
  /** The response had messages, or none. */
  | 'news'
  | 'nothing'
  | 'failed'
  /** The viewer sent a message, so replies are likely. */
  | 'wrote'
  | 'left'
  | 'returned'
  /** The viewer restarts polling after it has stopped. */
  | 'resume';

/** The initial state: the first poll comes after the shortest wait. */
export const INITIAL_POLLING: Polling = {
  phase: 'waiting',
  wait: POLL_FIRST,
  failures: 0,
  wrote: false,
};

const RESTARTED_POLLING: Polling = { ...INITIAL_POLLING, phase: 'asking' };

/** Returns the state after an event. It returns the same object if nothing changes, so that the current wait continues. */
export function nextPolling(polling: Polling, event: PollingEvent): Polling {
  switch (event) {
    case 'due':
      return polling.phase === 'waiting' ? { ...polling, phase: 'asking' } : polling;
    case 'news':
      return polling.phase === 'asking' ? INITIAL_POLLING : polling;
    case 'nothing':
      return polling.phase === 'asking' ? afterNothing(polling) : polling;
    case 'failed':
      return polling.phase === 'asking' ? afterFailure(polling) : polling;
    case 'wrote':
      return afterWriting(polling);
    case 'left':
      return polling.phase === 'stopped' ? polling : { ...polling, phase: 'away' };
    case 'returned':
      return polling.phase === 'away' || polling.phase === 'stopped' ? RESTARTED_POLLING : polling;
    case 'resume':
      return polling.phase === 'stopped' ? RESTARTED_POLLING : polling;
  }
}

function afterNothing({ wait, wrote }: Polling): Polling {
  if (wrote) return INITIAL_POLLING;
  return { ...INITIAL_POLLING, wait: Math.min(wait + POLL_STEP, POLL_SLOWEST) };
}

function afterFailure({ wait, failures }: Polling): Polling {
  const inARow = failures + 1;
  if (inARow >= POLL_FAILURES) {
    return { phase: 'stopped', wait: POLL_FIRST, failures: inARow, wrote: false };
  }
  return { phase: 'waiting', wait: wait * 2, failures: inARow, wrote: false };
}

/**
 * Restarts with the shortest wait, like new messages. A wait that is already the shortest continues, so that a person who
 * writes without a pause gets replies all the same.
 */
function afterWriting(polling: Polling): Polling {
  if (polling.phase === 'asking') return polling.wrote ? polling : { ...polling, wrote: true };
  if (polling.phase === 'stopped') return RESTARTED_POLLING;
  return polling.wait <= POLL_FIRST ? polling : { ...polling, wait: POLL_FIRST, failures: 0 };
}
