import { privacyPolicy } from '../privacy-policy.ts';
import { OwnPolicy } from './OwnPolicy.tsx';

/** `/privacy-policy`. */
export function Component() {
  return <OwnPolicy policy={privacyPolicy} />;
}
