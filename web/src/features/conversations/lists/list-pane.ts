import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { paths } from '../../../paths.ts';

/*
 * On a wide screen a list stays beside the letter or the chat that is opened from it, and the letter beside the form that is
 * opened from it. docs/product/conversations.md#lists
 */

/** The list has room beside a letter or a form. */
const WIDE = '(min-width: 62.5rem)';
/** The letter has room between the list and a form. */
const PANES = '(min-width: 75rem)';

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  );
}

/** The letter that a page is about: the viewer's side of it, its id, and whether the page is a form about it. */
export type OpenLetter = { readonly side: Side; readonly id: string; readonly isForm: boolean };

/** The first part of an address, which names the page. */
const pageOf = (path: (id: string) => string) => path('').split('/')[1] ?? '';

const LETTER_PAGES: Readonly<Record<Side, { viewer: string; forms: readonly string[] }>> = {
  recipient: {
    viewer: pageOf(paths.inboxViewer),
    forms: [
      paths.paidReply,
      paths.inboxReply,
      paths.askFirst,
      paths.decline,
      paths.report,
      paths.improveAnswer,
      paths.contestClaim,
    ].map(pageOf),
  },
  sender: {
    viewer: pageOf(paths.orderViewer),
    forms: [
      paths.orderReply,
      paths.giveInformation,
      paths.claimAnswer,
      paths.askForDecision,
      paths.cancel,
    ].map(pageOf),
  },
};

/** The letter that the page at this address is about; undefined for none. */
export function openLetter(pathname: string): OpenLetter | undefined {
  const [, page = '', id] = pathname.split('/');
  if (!id) return undefined;
  for (const side of ['recipient', 'sender'] as const) {
    const { viewer, forms } = LETTER_PAGES[side];
    if (page === viewer || forms.includes(page)) return { side, id, isForm: page !== viewer };
  }
  return undefined;
}

/** The list that is in the pane at this address; undefined for none. */
export function useListPane(): 'inbox' | 'orders' | 'chat' | undefined {
  const { pathname } = useLocation();
  const isWide = useMediaQuery(WIDE);
  if (!isWide) return undefined;
  const side = openLetter(pathname)?.side;
  if (pathname === paths.inbox() || side === 'recipient') return 'inbox';
  if (pathname === paths.orders() || side === 'sender') return 'orders';
  if (pathname === paths.chat() || pathname.startsWith(paths.chatViewer(''))) return 'chat';
  return undefined;
}

/** The letter that is in the pane between the list and the form at this address; undefined for none. */
export function useLetterPane(): OpenLetter | undefined {
  const { pathname } = useLocation();
  const hasRoom = useMediaQuery(PANES);
  const letter = openLetter(pathname);
  return hasRoom && letter?.isForm ? letter : undefined;
}
