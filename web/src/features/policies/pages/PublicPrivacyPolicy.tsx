import { privacyPolicy } from '../privacy-policy.ts';
import { usagePolicy } from '../usage-policy.ts';
import { PublicPolicy } from './PublicPolicy.tsx';

/** `/public-privacy-policy`. */
export function Component() {
  return <PublicPolicy policy={privacyPolicy} other={usagePolicy} />;
}
