import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from './Page.tsx';
import { useShell } from './shell-context.ts';

export type NothingHereProps = {
  title: string;
  /** The way out for whoever is not signed in; a member goes back to the dashboard. */
  wayOut: { readonly words: string; readonly to: string };
  /** The way out for a member, in place of the dashboard: what it would be among. */
  back?: string | undefined;
  children: ReactNode;
};

/* An address that leads to nothing: what was looked for, and the way out. */
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
