import { Link } from 'react-router';
import { Button } from '../../../ui/Button.tsx';
import type { Reaction } from './claim-turn.ts';

export type ClaimActionsProps = {
  /** The main one first. */
  reactions: readonly Reaction[];
  size?: 'lg' | 'md';
};

/** The reactions to a claim as buttons: in the bar of the viewers, and above a free reply. */
export function ClaimActions({ reactions, size = 'lg' }: ClaimActionsProps) {
  return reactions.map(({ to, words }, index) => (
    <Button
      key={to}
      block
      size={size}
      variant={index === 0 ? 'primary' : 'quiet'}
      render={<Link to={to} />}
    >
      {words}
    </Button>
  ));
}
