/** The delay (ms) in browsers without `requestIdleCallback` (Safari). */
const SOON = 1_500;
/** How long (ms) is waited for an idle moment: a page that paints nothing, or computes all the time, may never have one. */
const LATEST = 10_000;

/** Resolves when the browser is idle, or after ten seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST });
    else setTimeout(resolve, SOON);
  });
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether the user asked to save data, or has a slow connection. */
export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
