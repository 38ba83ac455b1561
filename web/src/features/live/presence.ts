import { SECOND } from '#shared/time.ts';

/** How long (ms) the connection may be away before the screens poll. */
const AWAY_TIME = 10 * SECOND;

type PresenceOptions = {
  /** Asks for what was missed while there were no hints. Rejects if that failed. */
  readonly catchUp: () => Promise<void>;
  readonly setLive: (live: boolean) => void;
};

/**
 * Decides whether the screens rely on hints: from when the connection is up and what was missed has been asked for, until it
 * has been away for ten seconds.
 */
export class Presence {
  readonly #options: PresenceOptions;
  #isUp = false;
  #away: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  up(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    clearTimeout(this.#away);
    if (isUp) void this.catchUp();
    else this.#away = setTimeout(() => this.#options.setLive(false), AWAY_TIME);
  }

  /** Asks for what hints may have left out. */
  async catchUp(): Promise<void> {
    if (!this.#isUp) return;
    const isDone = await this.#options.catchUp().then(
      () => true,
      () => false,
    );
    if (isDone && this.#isUp) this.#options.setLive(true);
  }

  stop(): void {
    this.#isUp = false;
    clearTimeout(this.#away);
    this.#options.setLive(false);
  }
}
