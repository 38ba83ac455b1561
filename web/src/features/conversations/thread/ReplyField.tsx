import { ImagePlus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { reply } from '#shared/rules/conversations/messages.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { hasFiles } from '#web/features/attachments/files-allowed.ts';
import { filesNotReady, useReplyFiles } from '#web/features/attachments/reply-file-ids.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { htmlToTyped, typedToHtml } from '#web/ui/message-html.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { sendReply } from './pending-replies.ts';

const ReplyFiles = lazyPart(
  async () => (await import('#web/features/attachments/ReplyFiles.tsx')).ReplyFiles,
  () => <div className="min-h-14" />,
);

export type ReplyFieldProps = { conversation: Conversation; side: Side };

/*
 * A free reply under its letter, on a screen with room for three panes. It continues the draft of the form that a smaller screen has;
 * formats of that draft become plain text here.
 */
export function ReplyField({ conversation, side }: ReplyFieldProps) {
  const { id, senderName, recipientName } = conversation;
  const writerId = useViewerId();
  const box = useRef<HTMLTextAreaElement>(null);
  const faultId = useId();
  const draft = useDraft(side === 'sender' ? `orderReply_${id}` : `inboxReply_${id}`);
  const [text, setText] = useState(() => htmlToTyped(draft.read()));
  const [fault, setFault] = useState<string>();
  const files = useReplyFiles(side === 'sender' ? `orderReply_${id}` : `inboxReply_${id}`, id);
  const [showsFiles, setShowsFiles] = useState(false);
  const name = firstName(side === 'sender' ? recipientName : senderName);
  const label = `Write to ${name}, free of charge`;

  const write = (next: string) => {
    setText(next);
    setFault(undefined);
    draft.write(typedToHtml(next));
  };
  const send = async () => {
    const body = typedToHtml(text);
    const wrong = ruleError(reply, body);
    box.current?.focus();
    if (wrong !== undefined) return setFault(wrong);
    const waits = await filesNotReady(files);
    if (waits !== undefined) return setFault(waits);
    setText('');
    draft.clear();
    const attachments = files.ids.length > 0 ? [...files.ids] : undefined;
    void sendReply({ conversationId: id, writerId, side, body, attachments });
    files.clear();
    setShowsFiles(false);
    return undefined;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <ActionBar>
      <form onSubmit={onSubmit} aria-label="Your reply" className="grid gap-2">
        {fault !== undefined && (
          <p id={faultId} role="alert" className="font-medium text-red-text">
            {fault}
          </p>
        )}
        {(showsFiles || files.ids.length > 0) && (
          <div className="max-h-[40dvh] overflow-y-auto rounded-card border border-edge bg-card">
            <ReplyFiles conversationId={id} files={files} />
          </div>
        )}
        <div className="flex items-end gap-2">
          {hasFiles() && (
            <IconButton
              label="Add pictures or PDFs"
              aria-expanded={showsFiles || files.ids.length > 0}
              icon={<ImagePlus aria-hidden size={22} />}
              className="mb-1"
              onClick={() => setShowsFiles(!showsFiles)}
            />
          )}
          <textarea
            ref={box}
            rows={1}
            dir="auto"
            value={text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            aria-label={label}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
            placeholder={label}
            className="field-sizing-content max-h-[34dvh] min-h-13 min-w-0 flex-1 resize-none rounded-card border border-edge bg-card px-4 py-3 leading-normal placeholder:text-soft"
          />
          <Button type="submit">Send</Button>
        </div>
      </form>
    </ActionBar>
  );
}
