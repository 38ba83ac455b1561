import { Scale } from 'lucide-react';
import { askForDecision } from '#shared/api/claims.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { ClaimTextForm } from '../../claims/ClaimTextForm.tsx';
import { firstName } from '../../conversation.ts';
import { orderFormQueries } from './order-thread-queries.ts';

export const loader = queryLoader(orderFormQueries);

/** `/ask-for-decision/{orderId}`: the sender takes a claim to the desk. docs/product/conversations.md#claims */
export function Component() {
  return (
    <ConversationPage side="sender" title="Ask us to decide" polled>
      {(conversation) => (
        <ClaimTextForm
          conversation={conversation}
          side="sender"
          action="askForDecision"
          send={(text, options) =>
            call(askForDecision, { orderId: conversation.id, text }, options)
          }
          back={paths.orderViewer(conversation.id)}
          title="Ask us to decide"
          submit="Ask for a decision"
          note={`${firstName(conversation.recipientName)} reads what you write.`}
          label="What does the improved answer still not say?"
        >
          <Banner tone="held" icon={Scale} title="A person decides">
            A person on our team reads your letter, both answers and what each of you says, then
            decides. You both get the decision and the reasons.
          </Banner>
        </ClaimTextForm>
      )}
    </ConversationPage>
  );
}
