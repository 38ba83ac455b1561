import { createUserLink } from '../../../../../shared/api/links.ts';
import { call } from '../../../api/client.ts';
import { useSendOnce } from '../../../api/send-once.ts';
import { LinkForm } from './LinkForm.tsx';

/* Adds a link at the end of the list. docs/product/links.md#adding-and-editing */
export function Component() {
  const once = useSendOnce();
  return (
    <LinkForm
      title="Add Link"
      save={(words) => once.send((options) => call(createUserLink, words, options))}
      failed="Error while adding link. Please try again."
    />
  );
}
