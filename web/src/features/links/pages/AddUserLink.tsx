import { createUserLink } from '#shared/api/links.ts';
import { call } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { LinkForm } from './LinkForm.tsx';

const DRAFT = 'userLink_new';

/* Adds a link at the end of the list. docs/product/links.md#adding-and-editing */
export function Component() {
  const once = useSendOnce(DRAFT);
  return (
    <LinkForm
      title="Add Link"
      draftKey={DRAFT}
      save={(words) => once.send((options) => call(createUserLink, words, options))}
      failed="Error while adding link. Please try again."
    />
  );
}
