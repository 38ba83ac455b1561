import { usagePolicy } from '../usage-policy.ts';
import { OwnPolicy } from './OwnPolicy.tsx';

/** `/usage-policy`. */
export function Component() {
  return <OwnPolicy policy={usagePolicy} />;
}
