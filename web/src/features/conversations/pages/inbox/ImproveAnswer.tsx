import { queryLoader } from '#web/api/screen-loader.ts';
import { ClaimForm } from './ClaimForm.tsx';
import { inboxThreadQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxThreadQueries);

/** `/improve-answer/{inboxId}`: the recipient improves an answer that was claimed. docs/product/conversations.md#claims */
export function Component() {
  return <ClaimForm title="Improve the answer" initial="improve" />;
}
