import { periodEndOf } from '#shared/live.ts';
import { type Instant, SECOND } from '#shared/time.ts';
import { serverNow } from '../../api/clock.ts';
import { ChannelRenewal } from './channel-renewal.ts';
import { LINK_OFF, type LinkEvent, type LinkState, nextLink } from './link-state.ts';
import { type LiveAddress, LiveSocket } from './live-socket.ts';

/** How long (ms) a connection must be up until earlier failures no longer slow down the next attempt. */
const STEADY = 10 * SECOND;

export type LinkOptions = {
  readonly userId: string;
  readonly address: LiveAddress;
  /** Returns an access token that is valid until this time, and another one than `refused`. */
  readonly tokenUntil: (moment: Instant, refused?: string) => Promise<string>;
  /** Called with each published event. */
  readonly onEvent: (text: string) => void;
  /** Called when hints begin or cease to arrive. */
  readonly onUp: (isUp: boolean) => void;
};

/** The connection of this device: opens it while it is wanted, and again after it was lost. */
export class Link {
  readonly #options: LinkOptions;
  #state: LinkState = LINK_OFF;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #close: (() => void) | undefined;
  #renewal: ChannelRenewal | undefined;
  /**
   * The token of the first attempt that failed since the server last acknowledged one. It may be the reason, although it looks
   * valid here: the session has ended, or the clock of this device is wrong.
   */
  #refused: string | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#state.phase === 'up';
  }

  tell(event: LinkEvent): void {
    const before = this.#state;
    const next = nextLink(before, event, Math.random());
    if (next === before) return;
    this.#state = next;
    if (next.phase === before.phase) return;
    clearTimeout(this.#timer);
    if (next.phase === 'connecting') void this.#connect();
    if (next.phase === 'waiting') this.#timer = setTimeout(() => this.tell('due'), next.wait);
    if (next.phase === 'up') this.#timer = setTimeout(() => this.tell('steady'), STEADY);
    if (next.phase === 'waiting' || next.phase === 'off') this.#close?.();
    if (before.phase === 'up' || next.phase === 'up') this.#options.onUp(next.phase === 'up');
  }

  /** Renews the subscription if it is time. */
  renewIfDue(): void {
    this.#renewal?.renewIfDue();
  }

  async #connect(): Promise<void> {
    const { userId, address, tokenUntil, onEvent } = this.#options;
    let isOver = false;
    let socket: LiveSocket | undefined;
    let renewal: ChannelRenewal | undefined;
    const lost = () => {
      if (!isOver) this.tell('lost');
    };
    this.#close = () => {
      isOver = true;
      renewal?.stop();
      socket?.close();
      this.#renewal = undefined;
      this.#close = undefined;
    };
    let token: string | undefined;
    try {
      token = await tokenUntil(periodEndOf(userId, serverNow()), this.#refused);
      if (isOver) return;
      const onMessage = () => renewal?.renewIfDue();
      socket = new LiveSocket({ ...address, token, onEvent, onMessage, onLost: lost });
      await socket.acknowledged();
      token = undefined;
      this.#refused = undefined;
      renewal = new ChannelRenewal({ userId, socket, tokenUntil, onFailed: lost });
      await renewal.start();
      if (isOver) return;
      this.#renewal = renewal;
      this.tell('subscribed');
    } catch {
      this.#refused ??= token;
      lost();
    }
  }
}
