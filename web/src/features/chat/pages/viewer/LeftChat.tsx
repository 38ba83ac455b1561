import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { deviceStorage } from '#web/api/storage.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { htmlToTyped } from '#web/ui/message-html.ts';
import { toast } from '#web/ui/Toast.tsx';
import { type Outgoing, useOutbox } from '../../outbox.ts';
import { captionDraftKey, pageDraftKey, typedDraftKey } from './chat-drafts.ts';

export type LeftChatProps = { chatId: string; name: string };

/* Shown in place of a group that the viewer had open when they were removed, with what they had not sent yet. */
export function LeftChat({ chatId, name }: LeftChatProps) {
  const text = useUnsentText(chatId);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success('Text copied');
  };
  return (
    <Page title={name} back={paths.chat()}>
      <div role="alert">
        <EmptyState
          drawing="people"
          title="You’re no longer in this group"
          action={<Button render={<Link to={paths.chat()} />}>Go to your chats</Button>}
        >
          You were removed from it, or left it on another device. It can no longer be read or
          written in.
        </EmptyState>
      </div>
      {text !== '' && (
        <section aria-labelledby="unsent" className="grid justify-items-start gap-3">
          <h2 id="unsent" className="font-serif text-xl">
            Not sent
          </h2>
          <p className="text-soft">This is what you wrote last. No one got it.</p>
          <blockquote
            dir="auto"
            className="wrap-anywhere w-full whitespace-pre-wrap border-rule border-l-2 pl-3"
          >
            {text}
          </blockquote>
          <Button size="md" variant="quiet" onClick={copy}>
            Copy text
          </Button>
        </section>
      )}
    </Page>
  );
}

/** What the viewer wrote in the chat and did not send, as plain text. */
function useUnsentText(chatId: string): string {
  const outbox = useOutbox(chatId, useViewerId());
  const [drafts, setDrafts] = useState<readonly string[]>([]);
  // The composer stores its text when it disappears, which is after the first render here.
  useEffect(() => setDrafts(draftsOf(chatId)), [chatId]);
  return [...outbox.map(({ html }: Outgoing) => htmlToTyped(html)), ...drafts].join('\n\n');
}

function draftsOf(chatId: string): readonly string[] {
  const typed = deviceStorage.getItem(typedDraftKey(chatId)) ?? '';
  const caption = deviceStorage.getItem(captionDraftKey(chatId)) ?? '';
  const page = htmlToTyped(deviceStorage.getItem(pageDraftKey(chatId)) ?? '');
  return [typed, caption, page].filter((text) => text.trim() !== '');
}
