import { REFUSALS } from '../../../shared/refusals.ts';
import { BackLink } from '../shell/BackLink.tsx';
import { Page } from '../shell/Page.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/FormShell.tsx';

export type MovedOnProps = { title: string; back: string };

/** In place of a form that came too late: nothing is promised about the money any more, and one way leads on. */
export function MovedOn({ title, back }: MovedOnProps) {
  return (
    <Page
      title={title}
      back={back}
      actionBar={
        <ActionBar>
          <Button block render={<BackLink to={back} />}>
            Back to the conversation
          </Button>
        </ActionBar>
      }
    >
      <ErrorSummary words={REFUSALS.WRONG_STATUS.sentence} />
    </Page>
  );
}
