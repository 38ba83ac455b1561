import { Clock } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/shell/BackLink.tsx';
import { Page } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { takeBack, type UnsentAnswer } from './unsent-answers.ts';

export type WaitingAnswerProps = { title: string; unsent: UnsentAnswer };

/* Replaces the form of an answer that waits for a connection. */
export function WaitingAnswer({ title, unsent }: WaitingAnswerProps) {
  const { inboxId } = unsent;
  const back = paths.inboxViewer(inboxId);
  return (
    <Page
      title={title}
      back={back}
      actionBar={
        <ActionBar>
          <Button block variant="quiet" onClick={() => takeBack(inboxId)}>
            Take it back and edit it
          </Button>
          <Button block variant="quiet" render={<BackLink to={back} />}>
            Back to the conversation
          </Button>
        </ActionBar>
      }
    >
      <div className="grid gap-5">
        <UnsentText unsent={unsent} />
      </div>
    </Page>
  );
}

/** What waits for a connection, and that it does. */
export function UnsentText({ unsent }: Pick<WaitingAnswerProps, 'unsent'>) {
  return (
    <>
      <Banner tone="held" icon={Clock} title="Will be sent when you’re back online">
        Your answer is on this device. It’s sent once, as soon as there is a connection.
      </Banner>
      <RichText html={unsent.answer.messageBody} />
    </>
  );
}
