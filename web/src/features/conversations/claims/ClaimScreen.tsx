import type { ReactNode } from 'react';
import type { Instant } from '#shared/time.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import type { Conversation } from '../conversation.ts';
import { FoldedThread } from '../thread/FoldedThread.tsx';
import type { ThreadQuery } from '../thread/use-thread.ts';
import { ClaimPanel } from './ClaimPanel.tsx';
import { type ClaimChoice, ClaimReply } from './ClaimReply.tsx';

export type ClaimScreenProps = {
  /** As of `now`. */
  conversation: Conversation;
  thread: ThreadQuery;
  viewerId: string;
  now: Instant;
  menu: ReactNode;
  /** The address of the arrow. */
  back: string;
  initial?: ClaimChoice;
  onClose: () => void;
};

/*
 * A claim while it waits for the recipient, on a screen without room for three panes: what the sender says, the letter and the answer
 * in one folded row, and the reply to the claim.
 */
export function ClaimScreen(props: ClaimScreenProps) {
  const { conversation, thread, viewerId, now, menu, back, initial = 'improve', onClose } = props;
  return (
    <ClaimReply
      conversation={conversation}
      initial={initial}
      onClose={onClose}
      frame={({ children, ...form }) => (
        <FormPage
          {...form}
          className="answer-form"
          stickyBar
          title={conversation.subject}
          back={back}
          action={menu}
        >
          <ClaimPanel conversation={conversation} now={now} side="recipient" />
          <FoldedThread conversation={conversation} thread={thread} viewerId={viewerId} now={now} />
          {children}
        </FormPage>
      )}
    />
  );
}
