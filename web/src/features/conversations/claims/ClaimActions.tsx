import { Link } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import type { Reaction } from './claim-turn.ts';

export type ClaimActionsProps = {
  /** The main one first. */
  reactions: readonly Reaction[];
};

/** The reactions to a claim as buttons, above a free reply. */
export function ClaimActions({ reactions }: ClaimActionsProps) {
  return reactions.map(({ to, words }, index) => (
    <Button
      key={to}
      block
      size="md"
      variant={index === 0 ? 'primary' : 'quiet'}
      render={<Link to={to} />}
    >
      {words}
    </Button>
  ));
}
