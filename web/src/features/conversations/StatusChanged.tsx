import { REFUSALS } from '#shared/refusals.ts';
import { BackLink } from '../../shell/BackLink.tsx';
import { Page } from '../../shell/Page.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/FormShell.tsx';

export type StatusChangedProps = { title: string; back: string };

/** Replaces a form whose conversation has changed its status. Says nothing about the money, and has one link. */
export function StatusChanged({ title, back }: StatusChangedProps) {
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
