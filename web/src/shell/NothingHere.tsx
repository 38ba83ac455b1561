import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from './Page.tsx';
import { useShell } from './shell-context.ts';

export type NothingHereProps = {
  title: string;
  /** The link for signed-out visitors; signed-in users get the dashboard. */
  wayOut: { readonly words: string; readonly to: string };
  /** The link for signed-in users instead of the dashboard: the list it would be in. */
  back?: string | undefined;
  children: ReactNode;
};

/* The screen of an address without content: what is missing, and a link. */
export function NothingHere({ title, wayOut, back, children }: NothingHereProps) {
  const { person, paths } = useShell();
  const home = back
    ? { words: 'Back', to: back }
    : { words: 'Return to Dashboard', to: paths.home };
  const { words, to } = person ? home : wayOut;
  return (
    <Page title={title} header="brand" heading="hidden">
      <EmptyState
        drawing="envelope"
        title={title}
        level="h1"
        action={<Button render={<Link to={to} />}>{words}</Button>}
      >
        {children}
      </EmptyState>
    </Page>
  );
}
