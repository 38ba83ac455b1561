import { Link } from 'react-router';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Conversation } from '../../conversation.ts';
import { EndClarification } from '../../thread/EndClarification.tsx';
import { mayAsk } from './may-ask.ts';

export type BeforeAnswerProps = {
  conversation: Conversation;
  side: Side;
  /** Whether it stands in the pane beside the letter, which has room for its short words only. */
  inPane?: boolean;
};

/** Beside the answer: the clarifying question, or the end of the pause that one has begun. */
export function BeforeAnswer({ conversation, side, inPane }: BeforeAnswerProps) {
  const { id, status } = conversation;
  if (mayAsk(conversation, side, status))
    return (
      <Button variant="quiet" render={<Link to={paths.askFirst(id)} />}>
        {/* One text, so that its words are not items of a row with gaps. */}
        <span>
          Ask{' '}
          <span className={inPane ? 'max-[100rem]:hidden' : 'max-[40rem]:hidden'}>
            one question{' '}
          </span>
          first
        </span>
      </Button>
    );
  return side === 'recipient' && may(side, 'endClarification', status) ? (
    <EndClarification conversation={conversation} />
  ) : null;
}
