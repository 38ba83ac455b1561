import { privacyPolicy } from '../privacy-policy.ts';
import { usagePolicy } from '../usage-policy.ts';
import { PublicPolicy } from './PublicPolicy.tsx';

/** `/public-usage-policy`. */
export function Component() {
  return <PublicPolicy policy={usagePolicy} other={privacyPolicy} />;
}
