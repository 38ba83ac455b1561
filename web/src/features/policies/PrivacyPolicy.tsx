import { OwnPolicy } from './OwnPolicy.tsx';
import { privacyPolicy } from './privacy-policy.ts';

/** `/privacy-policy`. */
export function Component() {
  return <OwnPolicy policy={privacyPolicy} />;
}
