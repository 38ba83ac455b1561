import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import type { Policy } from '../policy.ts';
import { PolicyText } from './PolicyText.tsx';

/* A policy for signed-out visitors: the logo links to the sign-in. docs/product/accounts.md#policies */
export function PublicPolicy({ policy, other }: { policy: Policy; other: Policy }) {
  const to =
    other.title === 'Privacy Policy' ? paths.publicPrivacyPolicy() : paths.publicUsagePolicy();
  return (
    <Page title={policy.title} header="brand" brandTo={paths.login()}>
      <PolicyText policy={policy} />
      <p className="border-rule border-t pt-5">
        <TextLink to={to}>Read the {other.title}</TextLink>
      </p>
    </Page>
  );
}
