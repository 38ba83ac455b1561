import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';

export type ThreadActionsProps = {
  back: string;
  /** Where a free reply is written, while one may be. */
  replyTo: string | undefined;
  /** The way out of a pending conversation, while there is one. */
  wayOut: { readonly to: string; readonly words: string } | undefined;
  note: string | undefined;
  /** The action that comes before all others. */
  children?: ReactNode;
};

/** What may be done with a conversation, at the foot of its page. Back is always there. */
export function ThreadActions({ back, replyTo, wayOut, note, children }: ThreadActionsProps) {
  return (
    <ActionBar note={note}>
      {children}
      <div className={rowOf(replyTo !== undefined, wayOut !== undefined)}>
        <Button variant="quiet" render={<Link to={back} />}>
          Back
        </Button>
        {replyTo !== undefined && (
          <Button className="flex-1" render={<Link to={replyTo} />}>
            Reply, free of charge
          </Button>
        )}
        {wayOut && (
          <Button variant="danger" render={<Link to={wayOut.to} />}>
            {wayOut.words}
          </Button>
        )}
      </div>
    </ActionBar>
  );
}

/** Back beside a reply takes what it needs, beside a way out half, alone all. */
function rowOf(mayReply: boolean, mayLeave: boolean): string {
  if (mayReply) return 'flex flex-wrap gap-2';
  return mayLeave ? 'side-by-side' : 'grid';
}
