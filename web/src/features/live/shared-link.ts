import { MINUTE, SECOND } from '#shared/time.ts';
import type { LinkEvent } from './link-state.ts';

/*
 * One connection for all tabs of a device. The tab that holds the lock has the connection and passes everything on to the
 * others; when it is closed, the lock goes to the next one. Without locks or broadcasts each tab has its own connection.
 */

const NAME = 'live';
/** The connection is closed when no tab was visible for this long (ms). */
export const REST_AFTER = 5 * MINUTE;
/** How long (ms) the tab with the connection may take to answer another one; a frozen page does not answer. */
export const ANSWER_TIME = 2 * SECOND;

type TabMessage = { readonly userId: string } & (
  | { readonly kind: 'event'; readonly text: string }
  /** Whether hints arrive in the tab with the connection. */
  | { readonly kind: 'up' | 'down' }
  /** The tab with the connection answers while it is connecting. */
  | { readonly kind: 'connecting' }
  /** A tab asks whether hints arrive. */
  | { readonly kind: 'hello' }
  /** Somebody looks at a tab. */
  | { readonly kind: 'looking' }
);

type TabLink = {
  readonly isUp: boolean;
  tell(event: LinkEvent): void;
  renewIfDue(): void;
};

export type SharedLinkOptions = {
  readonly userId: string;
  /** Creates the connection, in the tab that has it. */
  readonly newLink: (on: {
    readonly onEvent: (text: string) => void;
    readonly onUp: (isUp: boolean) => void;
  }) => TabLink;
  /** Called with each event, in every tab. */
  readonly onEvent: (text: string) => void;
  /** Called when hints begin or cease to arrive, in every tab. */
  readonly onUp: (isUp: boolean) => void;
};

export class SharedLink {
  readonly #options: SharedLinkOptions;
  readonly #channel = openChannel();
  readonly #ended = new AbortController();
  #link: TabLink | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;

  constructor(options: SharedLinkOptions) {
    this.#options = options;
    if (!this.#channel) {
      this.#lead();
      return;
    }
    this.#channel.onmessage = ({ data }) => this.#hear(data as TabMessage);
    this.#say({ kind: 'hello' });
    const { signal } = this.#ended;
    navigator.locks
      .request(NAME, { signal }, () => {
        if (signal.aborted) return;
        this.#lead();
        return new Promise((resolve) => signal.addEventListener('abort', resolve));
      })
      // The browser refuses locks, as with blocked cookies: this tab has a connection of its own.
      .catch(() => signal.aborted || this.#lead());
  }

  /** Says that somebody looks at this tab and the device is online. To be repeated every minute. */
  looking(): void {
    this.#isLooking = true;
    if (this.#link) this.#wake();
    else this.#ask();
  }

  /** Says that nobody looks at this tab any more. */
  left(): void {
    if (this.#isLooking) this.looking();
    this.#isLooking = false;
  }

  /** Says that the device is offline. */
  offline(): void {
    this.#isLooking = false;
    this.#link?.tell('unwanted');
  }

  stop(): void {
    this.#link?.tell('unwanted');
    this.#link = undefined;
    clearTimeout(this.#resting);
    clearTimeout(this.#unanswered);
    this.#ended.abort();
    this.#channel?.close();
  }

  #lead(): void {
    const { newLink, onEvent, onUp } = this.#options;
    clearTimeout(this.#unanswered);
    this.#link = newLink({
      onEvent: (text) => {
        this.#say({ kind: 'event', text });
        onEvent(text);
      },
      onUp: (isUp) => {
        this.#say({ kind: isUp ? 'up' : 'down' });
        onUp(isUp);
      },
    });
    // The tab that had the connection may have ended without a message. Visible tabs answer `down` with `looking`.
    this.#say({ kind: 'down' });
    onUp(false);
    if (this.#isLooking) this.#wake();
  }

  /** Opens the connection if necessary, and closes it when nobody has looked for a while. */
  #wake(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#link?.tell('unwanted'), REST_AFTER);
    this.#link?.tell('wanted');
    this.#link?.renewIfDue();
  }

  /** Asks the tab with the connection to keep it open. Without an answer, this tab relies on no hints. */
  #ask(): void {
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => this.#options.onUp(false), ANSWER_TIME);
    this.#say({ kind: 'looking' });
  }

  #hear(message: TabMessage): void {
    const { userId, onEvent, onUp } = this.#options;
    if (message.userId !== userId) return;
    if (this.#link) {
      if (message.kind === 'looking') {
        this.#wake();
        this.#say({ kind: this.#link.isUp ? 'up' : 'connecting' });
      }
      if (message.kind === 'hello' && this.#link.isUp) this.#say({ kind: 'up' });
      return;
    }
    if (message.kind !== 'hello' && message.kind !== 'looking') clearTimeout(this.#unanswered);
    if (message.kind === 'event') onEvent(message.text);
    if (message.kind === 'up') onUp(true);
    if (message.kind === 'connecting') onUp(false);
    if (message.kind === 'down') {
      onUp(false);
      if (this.#isLooking) this.#ask();
    }
  }

  #say(message: DistributiveOmit<TabMessage, 'userId'>): void {
    if (this.#ended.signal.aborted) return;
    this.#channel?.postMessage({ ...message, userId: this.#options.userId });
  }
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;

function openChannel(): BroadcastChannel | undefined {
  if (!('locks' in navigator) || typeof BroadcastChannel !== 'function') return undefined;
  try {
    return new BroadcastChannel(NAME);
  } catch {
    // Browsers may refuse it with the storage.
    return undefined;
  }
}
