import { OwnPolicy } from './OwnPolicy.tsx';
import { usagePolicy } from './usage-policy.ts';

/** `/usage-policy`. */
export function Component() {
  return <OwnPolicy policy={usagePolicy} />;
}
