/**
 * The failures that a test can inject between the application and Stripe.
 * - `lose-reply`: performs the request, but never answers
 * - `refuse-connection`: breaks the connection without performing the request
 * - `status-500`: answers 500 without performing the request or storing its idempotency key
 * - `rate-limit`: answers 429 without performing the request
 * - `hold`: waits until `release` is called; its idempotency key is in use meanwhile
 */
export type FaultKind = 'lose-reply' | 'refuse-connection' | 'status-500' | 'rate-limit' | 'hold';

/** A fault to inject. Absent fields match every request, and `:id` in `path` matches any segment. */
export interface FaultOrder {
  kind: FaultKind;
  method?: 'GET' | 'POST' | 'DELETE';
  path?: string;
  /** The number of requests that fail, 1 by default. The `stripe` package repeats a request once after its connection broke. */
  times?: number;
}

/** A fault that is waiting for a matching request. */
export interface OrderedFault {
  /** Resolves when a request is being held, for the kind `hold`. */
  held: Promise<void>;
  /** Continues a held request. */
  release(): void;
}

/** The fault that a request matched. */
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

  /** Injects this fault into the next matching requests. */
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

  /** Removes all faults that are not used up. */
  clear(): void {
    this.#pending = [];
  }

  /** Finds the fault of this request, if any, and counts it as used. */
  take(method: string, path: string): Fault | undefined {
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
