import { PATIENCE_MS } from '@replypaid/test-browser/patience';

/** Resolves when `isSo` is true; rejects with what was awaited when patience ends. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It never became so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
