import { Link } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
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

/** The bar of a viewer while a claim waits for its reader: the main reaction, and the other one. */
export function ClaimBar({ reactions }: ClaimActionsProps) {
  const [main, other] = reactions.map(({ to, words }, place) => (
    <Button key={to} variant={place === 0 ? 'primary' : 'quiet'} render={<Link to={to} />}>
      {words}
    </Button>
  ));
  return <PairBar main={main} secondary={other} />;
}
