import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { PolicyText } from './PolicyText.tsx';
import type { Policy } from './policy.ts';

/* The same policy inside the app, a step of the settings. */
export function OwnPolicy({ policy }: { policy: Policy }) {
  return (
    <Page title={policy.title} back={paths.settings()}>
      <PolicyText policy={policy} />
    </Page>
  );
}
