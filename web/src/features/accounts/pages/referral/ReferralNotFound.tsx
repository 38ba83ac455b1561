import { paths } from '#web/paths.ts';
import { NothingHere } from '#web/shell/NothingHere.tsx';

/* The page of an unknown referral code. docs/product/billing.md#referral-bonus */
export function Component() {
  return (
    <NothingHere
      title="Referral not found"
      wayOut={{ words: 'Return to Login', to: paths.login() }}
    >
      The referral you are looking for wasn't found. Please check the URL and try again.
    </NothingHere>
  );
}
