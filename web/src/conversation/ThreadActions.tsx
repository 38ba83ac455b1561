import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackLink } from '../shell/BackLink.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';

export type ThreadActionsProps = {
  back: string;
  /** Where a free reply is written, while one may be. */
  replyTo: string | undefined;
  /** The ways out of a pending conversation, while there are any. */
  waysOut: readonly { readonly to: string; readonly words: string }[];
  note: string | undefined;
  /** Where else to turn, once the conversation is over. */
  elsewhere?: { readonly to: string; readonly words: string } | undefined;
  /** The action that comes before all others. */
  children?: ReactNode;
};

/** What may be done with a conversation, at the foot of its page. Back is always there. */
export function ThreadActions(props: ThreadActionsProps) {
  const { back, replyTo, waysOut, note, elsewhere, children } = props;
  return (
    <ActionBar note={note}>
      {children}
      <div className={rowOf(replyTo !== undefined || elsewhere !== undefined, waysOut.length)}>
        <Button
          variant="quiet"
          className={waysOut.length > 1 ? 'px-1!' : undefined}
          render={<BackLink to={back} />}
        >
          Back
        </Button>
        {replyTo !== undefined && (
          <Button className="flex-1" render={<Link to={replyTo} />}>
            Reply, free of charge
          </Button>
        )}
        {elsewhere && (
          <Button variant="quiet" className="flex-1" render={<Link to={elsewhere.to} />}>
            {elsewhere.words}
          </Button>
        )}
        {waysOut.map(({ to, words }) => (
          <Button key={to} variant="danger" className="flex-1 px-1!" render={<Link to={to} />}>
            {words}
          </Button>
        ))}
      </div>
    </ActionBar>
  );
}

/** Back beside a reply, or the way elsewhere, takes what it needs, beside ways out as much as each of them, alone all. */
function rowOf(hasMore: boolean, ways: number): string {
  if (hasMore) return 'flex flex-wrap gap-2';
  // Three in a row on the narrowest phone; with larger letters one under the other, never two and one.
  if (ways > 1) return 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2';
  return ways === 1 ? 'side-by-side' : 'grid';
}
