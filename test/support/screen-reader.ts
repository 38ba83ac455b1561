import type { CDPSession, Page } from 'playwright-core';

/*
 * What a screen reader gets from a page in Chromium: the node of the accessibility tree that has the focus, and what live
 * regions say.
 */

export type FocusedNode = {
  readonly role: string;
  readonly name: string;
  readonly description: string;
};

const sessions = new WeakMap<Page, CDPSession>();

/** The focused node as the browser gives it to screen readers. */
export async function focusedNode(page: Page): Promise<FocusedNode> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  return {
    role: String(node?.role?.value ?? ''),
    name: String(node?.name?.value ?? ''),
    description: String(node?.description?.value ?? ''),
  };
}

/** Records what live regions say on the pages that this one opens from now on. */
export const recordLiveRegions = (page: Page): Promise<unknown> => page.addInitScript(record);

type Recorded = { readonly spoken?: readonly string[] };

/** What live regions have said on the open page. */
const spoken = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as Recorded).spoken ?? []);

/** Waits until a live region of the page says, or has said, words like these. */
export async function hears(page: Page, { source }: RegExp): Promise<void> {
  const isSaid = (wanted: string) =>
    (window as Recorded).spoken?.some((said) => new RegExp(wanted).test(said));
  await page.waitForFunction(isSaid, source).catch(async () => {
    throw new Error(`Nothing says ${source}, only: ${(await spoken(page)).join(' | ')}`);
  });
}

/**
 * Notes the text of each live region that changes. A region that comes with its text is not announced by every screen reader, so
 * it counts only if it is an alert. Runs in the page.
 */
function record(): void {
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  const LIVE = '[aria-live], [role=status], [role=alert]';
  const last = new WeakMap<Element, string>();
  const textOf = (region: Element) => region.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const note = (region: Element) => {
    const text = textOf(region);
    if (text !== '' && last.get(region) !== text) spoken.push(text);
    last.set(region, text);
  };
  const regionsIn = ({ addedNodes }: MutationRecord) =>
    [...addedNodes]
      .filter((node) => node instanceof Element)
      .flatMap((element) => [element, ...element.querySelectorAll(LIVE)])
      .filter((element) => element.matches(LIVE));
  const regionOf = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
  const read = (changes: readonly MutationRecord[]) => {
    const added = new Set(changes.flatMap(regionsIn));
    for (const region of added)
      if (region.matches('[role=alert]')) note(region);
      else last.set(region, textOf(region));
    for (const region of changes.map(regionOf)) if (region && !added.has(region)) note(region);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const options = { childList: true, subtree: true, characterData: true };
    new MutationObserver(read).observe(document.body, options);
  });
}
