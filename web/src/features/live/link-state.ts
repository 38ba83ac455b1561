import { MINUTE, SECOND } from '#shared/time.ts';

/*
 * When the connection is opened again: after a random time of at most one second, and of at most twice as much after each
 * further failure, up to a minute. The time is random in full, so that the pages of a failed server do not return together.
 * https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */

const RETRY_FIRST = SECOND;
export const RETRY_SLOWEST = MINUTE;

/** `off`: not wanted · `waiting`: for `wait` milliseconds · `connecting`: until the first subscription · `up`: hints arrive. */
export type LinkState = {
  readonly phase: 'off' | 'waiting' | 'connecting' | 'up';
  /** The current wait (ms). */
  readonly wait: number;
  /** Failures since the connection was last up for a while. */
  readonly failures: number;
};

export type LinkEvent =
  /** Somebody looks at the app, and the device is online. */
  | 'wanted'
  | 'unwanted'
  /** The wait is over. */
  | 'due'
  | 'subscribed'
  /** The connection has been up for a while. */
  | 'steady'
  /** The connection ended or could not be opened. */
  | 'lost';

export const LINK_OFF: LinkState = { phase: 'off', wait: 0, failures: 0 };

/** Returns the state after an event; the same object if nothing changes. `random`: from 0 to 1. */
export function nextLink(state: LinkState, event: LinkEvent, random: number): LinkState {
  const { phase, failures } = state;
  switch (event) {
    case 'wanted':
      return phase === 'off' ? { phase: 'connecting', wait: 0, failures } : state;
    case 'unwanted':
      return phase === 'off' ? state : { phase: 'off', wait: 0, failures };
    case 'due':
      return phase === 'waiting' ? { phase: 'connecting', wait: 0, failures } : state;
    case 'subscribed':
      return phase === 'connecting' ? { phase: 'up', wait: 0, failures } : state;
    case 'steady':
      return phase === 'up' && failures > 0 ? { ...state, failures: 0 } : state;
    case 'lost':
      return phase === 'connecting' || phase === 'up' ? afterLoss(failures, random) : state;
  }
}

function afterLoss(failures: number, random: number): LinkState {
  const longest = Math.min(RETRY_SLOWEST, RETRY_FIRST * 2 ** failures);
  return { phase: 'waiting', wait: Math.round(random * longest), failures: failures + 1 };
}
