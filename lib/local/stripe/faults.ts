/**
 * What goes wrong between the product and Stripe, on request, for tests.
 * - `lose-reply`: the request is performed, its answer never arrives
 * - `refuse-connection`: nothing is performed, the connection breaks
 * - `status-500`: nothing is performed, nothing is kept under the idempotency key
 * - `rate-limit`: 429, nothing is performed
 * - `hold`: the request waits until `release` is called, its idempotency key in use
 */
export type FaultKind = 'lose-reply' | 'refuse-connection' | 'status-500' | 'rate-limit' | 'hold';

/** Which request is to suffer. Absent fields match all; `path` takes `:id` for any one segment. */
export interface FaultOrder {
  kind: FaultKind;
  method?: 'GET' | 'POST' | 'DELETE';
  path?: string;
  /** How many requests, 1 by default. The `stripe` package itself repeats a request once when its connection broke. */
  times?: number;
}

interface PendingFault extends FaultOrder {
  left: number;
  released: Promise<void>;
}

/** The fault that a request meets. */
export interface Fault {
  kind: FaultKind;
  released: Promise<void>;
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => part.startsWith(':') || part === given[i])
  );
}

export class Faults {
  #pending: PendingFault[] = [];

  /** The next matching request meets this fault. For `hold`, `release` lets it go on. */
  next(order: FaultOrder): { release(): void } {
    let release = () => {};
    const released = new Promise<void>((go) => {
      release = go;
    });
    this.#pending.push({ ...order, left: order.times ?? 1, released });
    return { release };
  }

  /** How many faults no request has met yet. */
  get pending(): number {
    return this.#pending.length;
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
