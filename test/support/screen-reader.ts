import type { CDPSession, Page } from 'playwright-core';

/*
 * What a screen reader gets from a page in Chromium: the node of the accessibility tree that has the focus.
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
