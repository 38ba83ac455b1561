import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { paths } from '#web/paths.ts';

/*
 * On a wide screen a list stays beside the letter or the chat that is opened from it. With room for three panes, the answer to a letter
 * is at its right from the start, what comes next is at the right of an order, and every other form has its letter at its left.
 * docs/product/conversations.md#lists
 */

/** The list has room beside a letter or a form. */
const WIDE = '(min-width: 62.5rem)';
/** The letter has room between the list and a third pane. */
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

/**
 * The letter that a page is about: the viewer's side of it, its id, and what the page is. `answer`: the form of an answer or of a
 * reaction to a claim, which three panes show at the right of the letter. `form`: another form about it.
 */
export type OpenLetter = {
  readonly side: Side;
  readonly id: string;
  readonly page: 'viewer' | 'answer' | 'form';
};

/** The first part of an address, which names the page. */
const pageOf = (path: (id: string) => string) => path('').split('/')[1] ?? '';

type LetterPages = Readonly<Record<OpenLetter['page'], readonly string[]>>;

const LETTER_PAGES: Readonly<Record<Side, LetterPages>> = {
  recipient: {
    viewer: [paths.inboxViewer].map(pageOf),
    answer: [paths.paidReply, paths.improveAnswer, paths.contestClaim].map(pageOf),
    form: [paths.inboxReply, paths.askFirst, paths.decline, paths.report].map(pageOf),
  },
  sender: {
    viewer: [paths.orderViewer].map(pageOf),
    answer: [],
    form: [
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
    for (const kind of ['viewer', 'answer', 'form'] as const)
      if (LETTER_PAGES[side][kind].includes(page)) return { side, id, page: kind };
  }
  return undefined;
}

/** The list that is in the pane at this address; undefined for none. */
export function useListPane(): 'inbox' | 'orders' | 'chat' | undefined {
  const { pathname } = useLocation();
  const isWide = useMediaQuery(WIDE);
  const hasThreePanes = useHasThreePanes();
  if (!isWide) return undefined;
  // With two panes only, the answer session is letter and answer.
  if (pathname === paths.answer() && hasThreePanes) return 'inbox';
  const side = openLetter(pathname)?.side;
  if (pathname === paths.inbox() || side === 'recipient') return 'inbox';
  if (pathname === paths.orders() || side === 'sender') return 'orders';
  if (pathname === paths.chat() || pathname.startsWith(paths.chatViewer(''))) return 'chat';
  return undefined;
}

/** Whether a letter has a third pane at its side. */
export const useHasThreePanes = (): boolean => useMediaQuery(PANES);

/**
 * What is in the third pane at this address: the letter beside a form (`letter`), the answer beside its letter (`answer`), or what comes
 * next beside an order (`about`); undefined for nothing.
 */
export function useThirdPane():
  | { readonly kind: 'letter' | 'answer' | 'about'; readonly letter: OpenLetter }
  | undefined {
  const { pathname } = useLocation();
  const hasRoom = useHasThreePanes();
  const letter = openLetter(pathname);
  if (!hasRoom || !letter) return undefined;
  if (letter.page === 'form') return { kind: 'letter', letter };
  return { kind: letter.side === 'sender' ? 'about' : 'answer', letter };
}
