import { useLocation } from 'react-router';
import type { Instant } from '#shared/time.ts';
import { useEntity } from '#web/api/queries.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { takeBack } from '../../answers/unsent-answers.ts';
import { UnsentText } from '../../answers/WaitingAnswer.tsx';
import { ClaimReply } from '../../claims/ClaimReply.tsx';
import { asOfNow, type Conversation, sideOf } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { Pane, PaneForm } from '../../thread/PaneForm.tsx';
import { useOpenTurn } from '../../thread/use-open-turn.ts';
import { inboxThread } from '../../thread-queries.ts';
import { BeforeAnswer } from './BeforeAnswer.tsx';
import { PaidAnswerFields, sendWords } from './PaidAnswerFields.tsx';
import { usePaidAnswer } from './use-paid-answer.ts';
import { writingTurn } from './writing-turn.ts';

/*
 * At the right of a letter of the inbox, on a screen with room for three panes: its answer, or the reply to a claim about it. It is open
 * from the start, at the addresses of the letter and of the forms. docs/product/conversations.md#the-screen-of-a-letter
 */
export function AnswerPane({ id }: { id: string }) {
  const { data } = useEntity(inboxThread(id).conversation);
  const now = useNow();
  return data ? <Writing conversation={asOfNow(data, now)} now={now} /> : null;
}

function Writing({ conversation, now }: { conversation: Conversation; now: Instant }) {
  const side = sideOf(conversation, useViewerId());
  const writing = useOpenTurn(writingTurn(conversation, side, now));
  const { pathname } = useLocation();
  const leave = useLeaveForm('top');
  const viewer = paths.inboxViewer(conversation.id);
  const close = () => {
    writing.close();
    if (pathname === viewer) showLetter();
    else leave(viewer);
  };
  if (writing.open === 'claim')
    return (
      <ClaimReply
        conversation={conversation}
        initial={pathname === paths.contestClaim(conversation.id) ? 'contest' : 'improve'}
        onClose={close}
        frame={({ submit, ...form }) => (
          <PaneForm {...form} title="Your reply to the claim" action={submit} />
        )}
      />
    );
  return writing.open === 'answer' && <Answer conversation={conversation} onClose={close} />;
}

/** Shows the top of the letter, with the focus on its heading. */
function showLetter(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('#page h1')?.focus({ preventScroll: true });
}

type AnswerProps = { conversation: Conversation; onClose: () => void };

function Answer({ conversation, onClose }: AnswerProps) {
  const answer = usePaidAnswer(conversation, (outcome) => {
    if (outcome === 'answered') onClose();
  });
  const { movedOn } = answer;
  if (answer.waiting)
    return (
      <Pane title="Your answer">
        <div className="grid gap-5 px-5 pb-8">
          <UnsentText unsent={answer.waiting} />
        </div>
        <ActionBar>
          <Button block variant="quiet" onClick={() => takeBack(conversation.id)}>
            Take it back and edit it
          </Button>
        </ActionBar>
      </Pane>
    );
  if (answer.isSent || answer.isReplyOnly || (movedOn && answer.isEmpty)) return null;
  return (
    <PaneForm
      title="Your answer"
      action={sendWords(conversation)}
      {...(!isFree(conversation) && { actionVariant: 'money' as const })}
      busy={answer.busy}
      error={movedOn ?? answer.error}
      blocked={movedOn !== undefined}
      onSubmit={answer.onSubmit}
      paired
      secondary={
        movedOn ? (
          <Button block variant="quiet" onClick={onClose}>
            Close
          </Button>
        ) : (
          <BeforeAnswer conversation={conversation} side="recipient" inPane />
        )
      }
    >
      <PaidAnswerFields conversation={conversation} answer={answer} />
    </PaneForm>
  );
}
