import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';

export type ThreadActionsProps = {
  back: string;
  /** Where a free reply is written, while one may be. */
  replyTo: string | undefined;
  /** The ways out of a pending conversation, while there are any. */
  waysOut: readonly { readonly to: string; readonly words: string }[];
  note: string | undefined;
  /** The action that comes before all others. */
  children?: ReactNode;
};

/** What may be done with a conversation, at the foot of its page. Back is always there. */
export function ThreadActions({ back, replyTo, waysOut, note, children }: ThreadActionsProps) {
  return (
    <ActionBar note={note}>
      {children}
      <div className={rowOf(replyTo !== undefined, waysOut.length)}>
        <Button
          variant="quiet"
          className={waysOut.length > 1 ? 'px-3!' : undefined}
          render={<Link to={back} />}
        >
          Back
        </Button>
        {replyTo !== undefined && (
          <Button className="flex-1" render={<Link to={replyTo} />}>
            Reply, free of charge
          </Button>
        )}
        {waysOut.map(({ to, words }) => (
          <Button key={to} variant="danger" className="flex-1 px-3!" render={<Link to={to} />}>
            {words}
          </Button>
        ))}
      </div>
    </ActionBar>
  );
}

/** Back beside a reply or two ways out takes what it needs, beside one way out half, alone all. */
function rowOf(mayReply: boolean, ways: number): string {
  if (mayReply || ways > 1) return 'flex flex-wrap gap-2';
  return ways === 1 ? 'side-by-side' : 'grid';
}
