import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/* An address that leads nowhere. */
export function Component() {
  return (
    <Page title="Page not found" header="brand" heading="hidden">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        drawing="envelope"
        title="Return to sender"
        action={<Button render={<Link to={paths.home()} />}>Go to the start</Button>}
      >
        There is no page at this address. Please check it and try again.
      </EmptyState>
    </Page>
  );
}
