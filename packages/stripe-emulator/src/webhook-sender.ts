import Stripe from 'stripe';
import { earliest } from './context.ts';
import type { StoredEvent, WebhookDelivery } from './records.ts';
import type { Store } from './store.ts';

/** The URL that webhooks are sent to, and the secret (`whsec_…`) that signs them. */
export interface WebhookTarget {
  url: string;
  secret: string;
  /** The event types to send; all of them by default. */
  events?: readonly string[];
}

const second = 1000;
const hour = 3600 * second;
/** The pauses before the first retries, in milliseconds of real time: the target may still be starting. */
const realPauses = [250, 500, 1000, 2000, 4000];
/** The pauses of later retries, growing as at Stripe, on the emulated clock. https://docs.stripe.com/webhooks#retries */
const clockPauses = [5 * 60 * second, 30 * 60 * second, 2 * hour, 5 * hour, 10 * hour, 12 * hour];
const maxAgeMs = 72 * hour;
const timeoutMs = 10 * second;
/** The number of concurrent deliveries. As at Stripe, their order is not guaranteed. */
const maxConcurrent = 4;

/**
 * Sends signed events to the target, at least once each. Undelivered events are in the store, so a restart continues with
 * them. Without a target events wait.
 */
export class WebhookSender {
  target: WebhookTarget | undefined;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #running = 0;
  readonly #closing = new AbortController();

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  /** Starts to deliver everything that is due, without waiting. */
  wake(): void {
    for (const delivery of this.#pending()) {
      if (delivery.nextAt <= this.now() && !this.#timers.has(delivery.eventId))
        void this.#send(delivery.eventId);
    }
  }

  /** Tries to deliver everything that is due once, including events that this causes, and waits for it. */
  async sendDue(): Promise<void> {
    await this.#sendOnce(() => this.#pending().filter(({ nextAt }) => nextAt <= this.now()));
  }

  /** Tries to deliver everything that is pending once, due or not. Returns how many events remain pending. */
  async sendAll(): Promise<number> {
    await this.#sendOnce(() => this.#pending());
    return this.#pending().length;
  }

  /** The next retry that depends on the clock; the first retries run on real timers. */
  nextAt(): number | undefined {
    const later = this.#pending().filter(
      ({ eventId }) => !this.#timers.has(eventId) && !this.#underWay.has(eventId),
    );
    return earliest(later.map(({ nextAt }) => nextAt));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#underWay.values());
  }

  #pending(): WebhookDelivery[] {
    return this.target && !this.#closing.signal.aborted ? this.store.all('deliveries') : [];
  }

  /** Delivers each event once, including events that the target causes while it processes one. */
  async #sendOnce(wanted: () => WebhookDelivery[]): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const fresh = wanted().flatMap(({ eventId }) => (tried.has(eventId) ? [] : [eventId]));
      if (fresh.length === 0) return;
      for (const eventId of fresh) tried.add(eventId);
      await Promise.all(fresh.map((eventId) => this.#send(eventId)));
    }
  }

  #send(eventId: string): Promise<void> {
    clearTimeout(this.#timers.get(eventId));
    this.#timers.delete(eventId);
    const already = this.#underWay.get(eventId);
    if (already) return already;
    const sending = this.#deliver(eventId).finally(() => this.#underWay.delete(eventId));
    this.#underWay.set(eventId, sending);
    return sending;
  }

  async #deliver(eventId: string): Promise<void> {
    if (this.#running >= maxConcurrent) await new Promise<void>((go) => this.#waiting.push(go));
    this.#running += 1;
    try {
      if (this.#closing.signal.aborted) return;
      const event = this.store.get('events', eventId);
      // Skips events that are no longer stored or whose type the target does not accept.
      if (event && this.#isWanted(event)) this.#settle(eventId, await this.#post(event));
      else this.#forget(eventId);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  #isWanted({ type }: StoredEvent): boolean {
    return this.target?.events?.includes(type) ?? true;
  }

  async #post(event: StoredEvent): Promise<boolean> {
    const { target } = this;
    if (!target) return false;
    const payload = JSON.stringify(event, null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: target.secret,
      timestamp: Math.floor(this.now() / second),
    });
    try {
      const answer = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closing.signal]),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #settle(eventId: string, arrived: boolean): void {
    const delivery = this.store.get('deliveries', eventId);
    if (this.#closing.signal.aborted || !delivery) return;
    const attempts = delivery.attempts + 1;
    if (arrived) {
      this.#forget(eventId);
      return;
    }
    const realPause = realPauses[attempts - 1];
    if (realPause !== undefined) {
      this.#write({ ...delivery, attempts, nextAt: this.now() });
      this.#timers.set(eventId, setTimeout(() => void this.#send(eventId), realPause).unref());
      return;
    }
    const pause =
      clockPauses[Math.min(attempts - realPauses.length, clockPauses.length) - 1] ?? hour;
    const nextAt = this.now() + pause;
    if (nextAt > delivery.toldAt + maxAgeMs) this.#forget(eventId);
    else this.#write({ ...delivery, attempts, nextAt });
  }

  #forget(eventId: string): void {
    this.store.transaction(() => this.store.remove('deliveries', eventId));
  }

  #write(delivery: WebhookDelivery): void {
    this.store.transaction(() => this.store.put('deliveries', delivery.eventId, delivery));
  }
}
