import { Page } from '../../../shell/Page.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/* The place of the letter beside the list while none is open. */
export function NothingChosen({ title }: { title: string }) {
  return (
    <Page title={title} heading="hidden">
      <EmptyState drawing="envelope" title="Choose a message">
        It opens here, and the list stays beside it.
      </EmptyState>
    </Page>
  );
}
