import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/* An invitation of nobody. Spec part 1, section 2. */
export function Component() {
  return (
    <Page title="Referral Not Found" header="brand" heading="hidden">
      <h1 className="sr-only">Referral Not Found</h1>
      <EmptyState
        drawing="envelope"
        title="Referral Not Found"
        action={<Button render={<Link to={paths.login()} />}>Return to Login</Button>}
      >
        The referral you are looking for wasn't found. Please check the URL and try again.
      </EmptyState>
    </Page>
  );
}
