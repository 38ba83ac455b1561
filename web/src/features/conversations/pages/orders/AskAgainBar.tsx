import { Link } from 'react-router';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import type { Conversation } from '../../conversation.ts';
import { rememberToAskElsewhere } from '../compose/asked-again.ts';
import { useAskAgain } from './use-ask-again.ts';

export type AskAgainBarProps = { conversation: Conversation; now: Instant };

/*
 * The bar of an ended order: a new letter to the same person, unless they declined this one or said that it is not for them, or, if
 * they did not answer, to someone else. docs/product/conversations.md#asking-again
 */
export function AskAgainBar({ conversation, now }: AskAgainBarProps) {
  const { status } = conversation;
  const isUnwanted = status === 'DECLINED' || status === 'REPORTED';
  return isUnwanted ? (
    <PairBar main={<FindSomeoneElse conversation={conversation} />} />
  ) : (
    <AskAgain conversation={conversation} now={now} />
  );
}

function AskAgain({ conversation, now }: AskAgainBarProps) {
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
      secondary={!wasAnswered && <FindSomeoneElse conversation={conversation} variant="quiet" />}
    />
  );
}

type FindSomeoneElseProps = { conversation: Conversation; variant?: 'quiet' };

function FindSomeoneElse({ conversation, variant }: FindSomeoneElseProps) {
  return (
    <Button
      {...(variant && { variant })}
      onClick={() => rememberToAskElsewhere(conversation.id)}
      render={<Link to={paths.userSearch()} />}
    >
      Find someone else
    </Button>
  );
}
