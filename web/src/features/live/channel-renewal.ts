import { channelAt, periodEndOf } from '#shared/live.ts';
import { type Instant, instant, MINUTE, SECOND } from '#shared/time.ts';
import { serverNow } from '../../api/clock.ts';
import type { LiveSocket } from './live-socket.ts';

/** How long (ms) before the end of a period the next one is subscribed to. */
const RENEW_BEFORE = MINUTE;
/** How long (ms) after its end the old one is kept: the publisher's clock may be behind. */
const KEEP_AFTER = 5 * SECOND;

type RenewalOptions = {
  readonly userId: string;
  readonly socket: Pick<LiveSocket, 'subscribe' | 'unsubscribe'>;
  /** Returns an access token that is valid until this time. */
  readonly tokenUntil: (moment: Instant) => Promise<string>;
  /** Called if the next period could not be subscribed to. */
  readonly onFailed: () => void;
};

/** Keeps a connection subscribed to the channel of a user, whose name changes with each period (shared/live.ts). */
export class ChannelRenewal {
  readonly #options: RenewalOptions;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** The end of the last period that is subscribed to. */
  #ends = instant(0);
  #id = '';
  #isRenewing = false;
  #isOver = false;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Subscribes to the current period. Rejects if that is refused. */
  async start(): Promise<void> {
    await this.#subscribeAt(serverNow());
  }

  /** Subscribes to the next period if it is time. Timers of hidden pages run late, so messages call it too. */
  renewIfDue(): void {
    if (this.#ends === 0 || this.#isRenewing || serverNow() < this.#ends - RENEW_BEFORE) return;
    void this.#renew();
  }

  stop(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #renew(): Promise<void> {
    this.#isRenewing = true;
    const [old, ended] = [this.#id, this.#ends];
    try {
      // The clock may have been moved past a whole period, on the local machine.
      await this.#subscribeAt(instant(Math.max(ended, serverNow())));
      this.#after(ended + KEEP_AFTER - serverNow(), () => this.#options.socket.unsubscribe(old));
    } catch {
      if (!this.#isOver) this.#options.onFailed();
    }
    this.#isRenewing = false;
  }

  async #subscribeAt(moment: Instant): Promise<void> {
    const { userId, socket, tokenUntil } = this.#options;
    const ends = periodEndOf(userId, moment);
    const token = await tokenUntil(ends);
    if (this.#isOver) throw new Error('the connection is closed');
    this.#id = await socket.subscribe(channelAt(userId, moment), token);
    this.#ends = ends;
    this.#after(ends - RENEW_BEFORE - serverNow(), () => this.renewIfDue());
  }

  #after(wait: number, work: () => void): void {
    if (this.#isOver) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        work();
      },
      Math.max(0, wait),
    );
    this.#timers.add(timer);
  }
}
