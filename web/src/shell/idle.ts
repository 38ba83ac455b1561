/** Where there is no `requestIdleCallback` (Safari), this long (ms) after it was asked for. */
const SOON = 1_500;

/** Resolves when the browser has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, SOON);
  });
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether the person asked for little traffic, or has a connection on which each byte counts. */
export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
