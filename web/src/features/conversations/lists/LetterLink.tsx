import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { openLetter } from './list-pane.ts';

export type LetterLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/* The link of a row to its letter: it is marked while the letter is open, and beside a form about it. */
export function LetterLink(props: LetterLinkProps) {
  const open = openLetter(useLocation().pathname);
  const viewer = open && (open.side === 'sender' ? paths.orderViewer : paths.inboxViewer)(open.id);
  const isOpen = viewer === props.to;
  return (
    <Link
      {...props}
      aria-current={isOpen ? (open?.page === 'viewer' ? 'page' : 'true') : undefined}
    />
  );
}
