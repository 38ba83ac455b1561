import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { PolicyText } from './PolicyText.tsx';
import type { Policy } from './policy.ts';

/* A policy for whoever reads it before they sign in: the logo leads to the sign-in. Spec part 1, section 2. */
export function PublicPolicy({ policy, other }: { policy: Policy; other: Policy }) {
  const to =
    other.title === 'Privacy Policy' ? paths.publicPrivacyPolicy() : paths.publicUsagePolicy();
  return (
    <Page title={policy.title} header="brand" brandTo={paths.login()}>
      <PolicyText policy={policy} />
      <p className="border-rule border-t pt-5">
        <Link to={to} className="hit-area font-semibold text-back underline underline-offset-4">
          Read the {other.title}
        </Link>
      </p>
    </Page>
  );
}
