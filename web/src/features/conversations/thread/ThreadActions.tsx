import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackLink } from '../../../shell/BackLink.tsx';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { Blockable } from '../../contacts/block.ts';
import { UnblockButton } from '../../contacts/UnblockButton.tsx';

export type ThreadActionsProps = {
  back: string;
  /** The address of the reply form, if a reply is possible. */
  replyTo: string | undefined;
  /** Whether a claim is unsettled: then a reply is not the main action, because it settles nothing. */
  isClaimed: boolean;
  /** The actions that end a pending conversation. */
  endingActions: readonly { readonly to: string; readonly words: string }[];
  note: string | undefined;
  /** The other person, if the viewer blocked them in an open conversation. */
  blocked?: Blockable | undefined;
  /** A link for after the conversation has ended. */
  nextStep?: { readonly to: string; readonly words: string } | undefined;
  /** The primary action. */
  children?: ReactNode;
};

/** The actions at the bottom of a conversation. Back is always there. */
export function ThreadActions(props: ThreadActionsProps) {
  const { back, replyTo, isClaimed, endingActions, note, blocked, nextStep, children } = props;
  return (
    <ActionBar note={note}>
      {children}
      <div
        className={rowOf(
          replyTo !== undefined || nextStep !== undefined || blocked !== undefined,
          endingActions.length,
        )}
      >
        <Button
          variant="quiet"
          className={endingActions.length > 1 ? 'px-1!' : undefined}
          render={<BackLink to={back} />}
        >
          Back
        </Button>
        {replyTo !== undefined && (
          <Button
            className="flex-1"
            variant={isClaimed ? 'quiet' : 'primary'}
            render={<Link to={replyTo} />}
          >
            {isClaimed ? 'Reply' : 'Reply for free'}
          </Button>
        )}
        {blocked && (
          <span className="grid flex-1">
            <UnblockButton block person={blocked} />
          </span>
        )}
        {nextStep && (
          <Button variant="quiet" className="flex-1" render={<Link to={nextStep.to} />}>
            {nextStep.words}
          </Button>
        )}
        {endingActions.map(({ to, words }) => (
          <Button key={to} variant="danger" className="flex-1 px-1!" render={<Link to={to} />}>
            {words}
          </Button>
        ))}
      </div>
    </ActionBar>
  );
}

/**
 * The layout of the Back button: as wide as its label beside a reply, an equal share beside other actions, and the whole row if
 * it is alone.
 */
function rowOf(hasMore: boolean, ways: number): string {
  if (hasMore) return 'flex flex-wrap gap-2';
  // Three in a row on the narrowest phone; with larger text in one column, never two and one.
  if (ways > 1) return 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2';
  return ways === 1 ? 'side-by-side' : 'grid';
}
