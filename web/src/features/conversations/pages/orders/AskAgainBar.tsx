import { Link } from 'react-router';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import type { Conversation } from '../../conversation.ts';
import { rememberToAskElsewhere } from '../compose/asked-again.ts';
import { useAskAgain } from './use-ask-again.ts';

/*
 * The bar of an ended order: a new letter to the same person, or, if they did not answer, to someone else.
 * docs/product/conversations.md#asking-again
 */
export function AskAgainBar({ conversation, now }: { conversation: Conversation; now: Instant }) {
  const { to, price } = useAskAgain(conversation, now);
  const wasAnswered = conversation.status === 'COMPLETED';
  return (
    <PairBar
      main={
        <Button render={<Link to={to} />}>
          <span>
            Ask again {/* Beside another button a phone has no room for the price. */}
            {price && <span className={wasAnswered ? '' : 'max-wide:sr-only'}>for {price}</span>}
          </span>
        </Button>
      }
      secondary={
        !wasAnswered && (
          <Button
            variant="quiet"
            onClick={() => rememberToAskElsewhere(conversation.id)}
            render={<Link to={paths.userSearch()} />}
          >
            Find someone else
          </Button>
        )
      }
    />
  );
}
