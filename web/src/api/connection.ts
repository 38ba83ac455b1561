/*
 * Whether this device has a connection. What the browser says is a hint: behind some networks it claims to be offline although requests
 * arrive. So everything is tried, and a response of the server counts more than the claim.
 */

/** Whether the server answered the last request although the browser claims to be offline. */
let isReached = false;
const listeners = new Set<() => void>();

/** Whether the browser claims that there is no connection, and no response says otherwise. */
export const isOffline = (): boolean => navigator.onLine === false && !isReached;

/** Remembers whether the server answered a request. */
export function noteReached(answered: boolean): void {
  set(answered && navigator.onLine === false);
}

/** Calls a function whenever the connection may have changed. Returns the function that ends that. */
export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function set(now: boolean): void {
  if (isReached === now) return;
  isReached = now;
  for (const listener of listeners) listener();
}

// What is known of an earlier connection says nothing about the next one.
if (typeof window !== 'undefined')
  for (const change of ['online', 'offline'])
    window.addEventListener(change, () => {
      isReached = false;
    });
