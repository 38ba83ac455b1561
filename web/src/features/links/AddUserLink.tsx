import { createUserLink } from '../../../../shared/api/links.ts';
import { call } from '../../api/client.ts';
import { LinkForm } from './LinkForm.tsx';

/* A new link, at the end of the list. Spec part 2, section 2. */
export function Component() {
  return (
    <LinkForm
      title="Add Link"
      save={(words) => call(createUserLink, words)}
      failed="Error while adding link. Please try again."
    />
  );
}
