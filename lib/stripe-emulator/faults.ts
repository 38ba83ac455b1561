/**
 * The failures that a test can inject between the application and Stripe.
 * - `lose-reply`: the request is performed, its answer never arrives
 * - `refuse-connection`: nothing is performed, the connection breaks
 * - `status-500`: nothing is performed, nothing is kept under the idempotency key
 * - `rate-limit`: 429, nothing is performed
 * - `hold`: the request waits until `release` is called, its idempotency key in use
 */
export type FaultKind = 'lose-reply' | 'refuse-connection' | 'status-500' | 'rate-limit' | 'hold';

/** The requests that fail. Absent fields match all; `path` takes `:id` for any one segment. */
export interface FaultOrder {
  kind: FaultKind;
  method?: 'GET' | 'POST' | 'DELETE';
  path?: string;
  /** How many requests, 1 by default. The `stripe` package itself repeats a request once when its connection broke. */
  times?: number;
}

/** A fault that waits for its request. */
export interface OrderedFault {
  /** Of a `hold`: the request is being held now. */
  held: Promise<void>;
  /** Lets a held request go on. */
  release(): void;
}

/** The fault that a request meets. */
export interface Fault {
  kind: FaultKind;
  /** Resolves when a `hold` is released; at once for the other kinds. */
  wait(): Promise<void>;
}

interface PendingFault extends FaultOrder, Fault {
  left: number;
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

export class Faults {
  #pending: PendingFault[] = [];

  /** The next matching request meets this fault. */
  next(order: FaultOrder): OrderedFault {
    const held = signal();
    const released = signal();
    const wait = async () => {
      held.give();
      if (order.kind === 'hold') await released.given;
    };
    this.#pending.push({ ...order, left: order.times ?? 1, wait });
    return { held: held.given, release: released.give };
  }

  /** Forgets the faults that no request has met yet. */
  clear(): void {
    this.#pending = [];
  }

  /** Which fault this request meets, if any; it is used up with that. */
  meet(method: string, path: string): Fault | undefined {
    const found = this.#pending.find(
      (fault) =>
        (!fault.method || fault.method === method) && (!fault.path || matches(fault.path, path)),
    );
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.#pending = this.#pending.filter((fault) => fault !== found);
    return found;
  }
}
