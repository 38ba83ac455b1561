import type { CDPSession, Page } from 'playwright-core';

/*
 * What a screen reader gets from a page in Chromium: the node of the accessibility tree that has the focus, and what live regions say.
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

/** What live regions have said since this was asked last. */
export const spoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { spoken?: string[] }).spoken?.splice(0) ?? []);

/** Waits until a live region says words like these. */
export const hears = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      (window as unknown as { spoken?: string[] }).spoken?.some((said) =>
        new RegExp(wanted).test(said),
      ),
    words,
  );

/** Notes the text of each live region that changes. One that comes with its text is not announced everywhere, so it does not count, but for alerts. Runs in the page. */
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
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      const added = new Set<Element>();
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const region of [node, ...node.querySelectorAll(LIVE)])
              if (region.matches(LIVE)) added.add(region);
      for (const region of added)
        if (region.matches('[role=alert]')) note(region);
        else last.set(region, textOf(region));
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE);
        if (region && !added.has(region)) note(region);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
