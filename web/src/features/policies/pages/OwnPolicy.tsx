import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import type { Policy } from '../policy.ts';
import { PolicyText } from './PolicyText.tsx';

/* A policy inside the app, linked from the settings. */
export function OwnPolicy({ policy }: { policy: Policy }) {
  return (
    <Page title={policy.title} back={paths.settings()}>
      <PolicyText policy={policy} />
    </Page>
  );
}
