import { Scale } from 'lucide-react';
import { contestClaim } from '../../../../../../shared/api/claims.ts';
import { call } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { paths } from '../../../../paths.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { ClaimTextForm } from '../../claims/ClaimTextForm.tsx';
import { firstName } from '../../conversation.ts';
import { inboxFormQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxFormQueries);

/** `/contest-claim/{inboxId}`: the recipient contests a claim. docs/product/conversations.md#claims */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Contest the claim" polled>
      {(conversation) => (
        <ClaimTextForm
          conversation={conversation}
          side="recipient"
          action="contest"
          send={(text, options) => call(contestClaim, { inboxId: conversation.id, text }, options)}
          back={paths.inboxViewer(conversation.id)}
          title="Contest the claim"
          submit="Contest it"
          note={`Until it’s decided your earning stays frozen. ${firstName(conversation.senderName)} reads what you write.`}
          label="Why does your answer stand?"
        >
          <Banner tone="held" icon={Scale} title="A person decides">
            A person on our team reads the letter, your answer and what each of you says, then
            decides. You both get the decision and the reasons.
          </Banner>
        </ClaimTextForm>
      )}
    </ConversationPage>
  );
}
