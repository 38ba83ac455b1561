import { queryLoader } from '#web/api/screen-loader.ts';
import { ClaimForm } from './ClaimForm.tsx';
import { inboxThreadQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxThreadQueries);

/** `/contest-claim/{inboxId}`: the recipient contests a claim. docs/product/conversations.md#claims */
export function Component() {
  return <ClaimForm title="Contest the claim" initial="contest" />;
}
