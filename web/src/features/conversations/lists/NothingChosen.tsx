import { Page } from '#web/shell/Page.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/* Shown beside the list while no letter is open. */
export function NothingChosen({ title }: { title: string }) {
  return (
    <Page title={title} heading="hidden">
      <EmptyState drawing="envelope" title="Choose a letter">
        It opens here, and the list stays beside it.
      </EmptyState>
    </Page>
  );
}
