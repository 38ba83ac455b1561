import * as z from 'zod/mini';
import { DAY } from '#shared/time.ts';
import { isRefusal, LostResponse, OUTCOME_UNKNOWN } from './client.ts';
import { serverNow } from './clock.ts';
import { isOffline } from './connection.ts';
import { withLock } from './lock.ts';
import { OUTBOX_KEY } from './outbox-key.ts';
import { readSession } from './session.ts';
import { storedList, useStoredList } from './stored-list.ts';

/*
 * The outbox: what people wrote and the server does not have yet, in local storage. Each item has its Idempotency-Key, so it arrives
 * once however often it is sent: after a lost response, a reload, or from two tabs.
 */

const unsent = z.looseObject({
  /** The kind of item, which knows how it is sent. */
  kind: z.string(),
  /** The id on this device, and the Idempotency-Key. */
  localId: z.string(),
  /** Another user may sign in on the same device. */
  writerId: z.string(),
  at: z.number(),
  /** `waiting`: is sent as soon as possible. */
  state: z.enum(['waiting', 'failed']),
  /** It was sent at least once since it was written or retried, and nobody knows whether it arrived. */
  tried: z.boolean(),
  /** The server's reason, if it failed with one. */
  sentence: z.optional(z.string()),
  /** It failed without a response that tells whether it arrived: the next visit retries it. */
  unconfirmed: z.optional(z.boolean()),
  /** It was refused because of a limit: it is sent again at the next visit. */
  limited: z.optional(z.boolean()),
});

/** The fields of every item. */
export type Unsent = Pick<
  z.infer<typeof unsent>,
  'localId' | 'writerId' | 'at' | 'state' | 'tried' | 'sentence' | 'unconfirmed' | 'limited'
>;

export type Kind<Content> = {
  readonly name: string;
  readonly content: z.ZodMiniType<Content>;
  /** Items of one lane are sent one after the other; a failed one holds back those behind it. */
  laneOf(item: Unsent & Content): string;
  /** Sends an item, and shows its result before the item leaves the outbox. Throws if it may not have arrived. */
  send(item: Unsent & Content): Promise<void>;
  /** Called after the server refused an item. */
  refused?(item: Unsent & Content, fault: unknown): void;
};

export type Outbox<Content> = {
  /** The items of this kind of all users of this device, oldest first. */
  read(): readonly (Unsent & Content)[];
  /** The same for components. */
  use(): readonly (Unsent & Content)[];
  /** Adds an item without sending it. */
  keep(content: Content, item?: Partial<Unsent>): Unsent & Content;
  /** Sends what waits in a lane. Resolves when nothing is left or it cannot go on for now; never rejects. */
  deliver(lane: string): Promise<void>;
  /** Sends a failed item again, with the same key. */
  retry(item: Unsent & Content): Promise<void>;
  remove(which: (item: Unsent & Content) => boolean): void;
  /**
   * Sends what the signed-in user has left: what was not sent yet, and what may not have arrived. Refused items stay refused.
   * Resolves when each has arrived or failed.
   */
  resume(): Promise<void>;
};

/** The server remembers a key for 30 days; what was sent before is not sent again by itself. */
const RESUMED_FOR = 29 * DAY;

const kept = storedList(OUTBOX_KEY, unsent);

/** Opens the outbox for one kind of items. Sends what is left when the device is online again, or the page is shown again. */
export function outboxOf<Content extends object>(kind: Kind<Content>): Outbox<Content> {
  type Item = Unsent & Content;
  /** The lanes that this page is sending. */
  const delivering = new Set<string>();

  const itemsIn = (all: readonly Unsent[]): readonly Item[] =>
    all.filter(
      (item): item is Item =>
        'kind' in item && item.kind === kind.name && kind.content.safeParse(item).success,
    );
  const read = () => itemsIn(kept.read());
  const own = () => read().filter(({ writerId }) => writerId === readSession()?.userId);
  const isResumed = ({ tried, at }: Item) => !tried || serverNow() - at < RESUMED_FOR;

  /** The oldest item of a lane, unless it failed. */
  const nextOf = (lane: string): Item | undefined => {
    const first = own().find((item) => kind.laneOf(item) === lane);
    return first?.state === 'waiting' && isResumed(first) ? first : undefined;
  };

  async function deliver(lane: string): Promise<void> {
    if (delivering.has(lane)) return;
    delivering.add(lane);
    let isDone = false;
    try {
      isDone = await withLock(`outbox-${kind.name}-${lane}`, () => deliverAll(lane));
    } finally {
      delivering.delete(lane);
    }
    // An item may have been written while the lock was being released.
    if (isDone && nextOf(lane)) await deliver(lane);
  }

  /** Returns whether all were sent; otherwise something blocks the rest. */
  async function deliverAll(lane: string): Promise<boolean> {
    for (let next = nextOf(lane); next; next = nextOf(lane)) {
      mark(next.localId, { tried: true });
      try {
        await kind.send(next);
      } catch (fault) {
        fail(next, fault);
        return false;
      }
      removeItem(next.localId);
    }
    return true;
  }

  function fail(item: Item, fault: unknown): void {
    // Offline or signed out, the item stays waiting: nothing is wrong with it.
    if (isRefusal(fault, 'UNAUTHENTICATED')) return;
    if (isOffline() && (!isRefusal(fault) || isRefusal(fault, 'UNAVAILABLE'))) return;
    // A limit refuses before the server does anything, so only an earlier attempt can have arrived.
    const limited = isRefusal(fault, 'TOO_MANY_REQUESTS') && !(fault instanceof LostResponse);
    const unconfirmed = limited
      ? item.tried
      : !isRefusal(fault) || isRefusal(fault, ...OUTCOME_UNKNOWN);
    // That nobody knows is not the server's reason; the screens have their own words for it.
    const isReason = isRefusal(fault) && !(fault instanceof LostResponse);
    const sentence = isReason ? fault.message : undefined;
    mark(item.localId, { state: 'failed', sentence, unconfirmed, limited });
    if (!unconfirmed && !limited) kind.refused?.(item, fault);
  }

  const retry = (item: Item): Promise<void> => {
    // What may have arrived is still one that was tried.
    mark(item.localId, { ...AGAIN, tried: item.unconfirmed === true });
    return deliver(kind.laneOf(item));
  };

  async function resume(): Promise<void> {
    for (const item of own())
      if (item.state === 'failed' && (item.unconfirmed || item.limited) && isResumed(item))
        mark(item.localId, { ...AGAIN, tried: true });
    await Promise.all([...new Set(own().map(kind.laneOf))].map(deliver));
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('online', () => void resume());
    // For pages restored from the browser's cache, and for what a closed tab was sending.
    window.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void resume();
    });
  }

  return {
    read,
    use: () => itemsIn(useStoredList(kept)),
    keep(content, item = {}) {
      const added = { ...NEW, ...content, at: serverNow(), localId: crypto.randomUUID() };
      const writerId = readSession()?.userId ?? '';
      const complete = { ...added, writerId, kind: kind.name, ...item };
      kept.change((items) => [...items, complete]);
      return complete;
    },
    deliver,
    retry,
    remove(which) {
      const gone = new Set(
        read()
          .filter(which)
          .map(({ localId }) => localId),
      );
      kept.change((items) => items.filter(({ localId }) => !gone.has(localId)));
    },
    resume,
  };
}

const NEW = { state: 'waiting', tried: false } as const;
const AGAIN = {
  state: 'waiting',
  sentence: undefined,
  unconfirmed: undefined,
  limited: undefined,
} as const;

function mark(localId: string, changes: Partial<Unsent>): void {
  kept.change((items) =>
    items.map((item) => (item.localId === localId ? { ...item, ...changes } : item)),
  );
}

const removeItem = (localId: string): void =>
  kept.change((items) => items.filter((item) => item.localId !== localId));
