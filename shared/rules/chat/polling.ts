import { MINUTE, SECOND } from '../../time.ts';

/*
 * When an open chat looks for something new (docs/product/chat.md#polling): 5 s, a second more with every empty
 * answer up to a minute, 5 s again with news, twice as long after an error, over after three of them in a row. Nobody is
 * asked anything while nobody looks.
 */

export const POLL_FIRST = 5 * SECOND;
export const POLL_MORE = SECOND;
export const POLL_SLOWEST = MINUTE;
export const POLL_FAILURES = 3;

/** `waiting`: for `wait` milliseconds from the moment this state began · `away`: the page is hidden or offline. */
export type PollingPhase = 'waiting' | 'asking' | 'away' | 'stopped';

export type Polling = {
  readonly phase: PollingPhase;
  /** How long the wait is, or will be after the next empty answer less one step. */
  readonly wait: number;
  /** Errors in a row. */
  readonly failures: number;
  /** Something was written while a question was under way: its empty answer is no sign of quiet. */
  readonly wrote: boolean;
};

export type PollingEvent =
  /** The wait is over. */
  | 'due'
  /** The answer brought messages, or none. */
  | 'news'
  | 'nothing'
  | 'failed'
  /** The viewer wrote something: answers are likely. */
  | 'wrote'
  | 'left'
  | 'returned'
  /** The viewer asks to go on after it was given up. */
  | 'resume';

/** A chat that was just read is looked at again after the first wait. */
export const POLLING_BEGINS: Polling = {
  phase: 'waiting',
  wait: POLL_FIRST,
  failures: 0,
  wrote: false,
};

const ASKING_AFRESH: Polling = { ...POLLING_BEGINS, phase: 'asking' };

/** What follows; the same object where an event changes nothing, so that a wait goes on undisturbed. */
export function afterPolling(polling: Polling, event: PollingEvent): Polling {
  switch (event) {
    case 'due':
      return polling.phase === 'waiting' ? { ...polling, phase: 'asking' } : polling;
    case 'news':
      return polling.phase === 'asking' ? POLLING_BEGINS : polling;
    case 'nothing':
      return polling.phase === 'asking' ? afterNothing(polling) : polling;
    case 'failed':
      return polling.phase === 'asking' ? afterFailure(polling) : polling;
    case 'wrote':
      return afterWriting(polling);
    case 'left':
      return polling.phase === 'stopped' ? polling : { ...polling, phase: 'away' };
    case 'returned':
      return polling.phase === 'away' || polling.phase === 'stopped' ? ASKING_AFRESH : polling;
    case 'resume':
      return polling.phase === 'stopped' ? ASKING_AFRESH : polling;
  }
}

function afterNothing({ wait, wrote }: Polling): Polling {
  if (wrote) return POLLING_BEGINS;
  return { ...POLLING_BEGINS, wait: Math.min(wait + POLL_MORE, POLL_SLOWEST) };
}

function afterFailure({ wait, failures }: Polling): Polling {
  const inARow = failures + 1;
  if (inARow >= POLL_FAILURES) {
    return { phase: 'stopped', wait: POLL_FIRST, failures: inARow, wrote: false };
  }
  return { phase: 'waiting', wait: wait * 2, failures: inARow, wrote: false };
}

/** Counts as news. A wait that is the shortest already goes on: whoever writes without a pause is answered all the same. */
function afterWriting(polling: Polling): Polling {
  if (polling.phase === 'asking') return polling.wrote ? polling : { ...polling, wrote: true };
  if (polling.phase === 'stopped') return ASKING_AFRESH;
  return polling.wait <= POLL_FIRST ? polling : { ...polling, wait: POLL_FIRST, failures: 0 };
}
