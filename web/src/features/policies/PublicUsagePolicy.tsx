import { PublicPolicy } from './PublicPolicy.tsx';
import { privacyPolicy } from './privacy-policy.ts';
import { usagePolicy } from './usage-policy.ts';

/** `/public-usage-policy`. */
export function Component() {
  return <PublicPolicy policy={usagePolicy} other={privacyPolicy} />;
}
