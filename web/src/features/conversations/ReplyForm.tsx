import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { plainText, reply } from '#shared/rules/conversations/messages.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { BackLink } from '../../shell/BackLink.tsx';
import { FormPage } from '../../shell/FormPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';
import { filesNotReady, useReplyFiles } from '../attachments/reply-file-ids.ts';

/* A form for a free reply: an editor with a draft. Sending is instant. */

export type ReplyFormProps = {
  title?: string;
  back: string;
  /** The storage key of the draft. */
  draftKey: string;
  /** The first name of the recipient, for the title of the document. */
  to?: string;
  /** The reason why nothing can be sent now. */
  blocked?: string | undefined;
  note?: string;
  /** The recipient, above the editor. */
  children?: ReactNode;
  onSend: (body: string, attachments: string[] | undefined) => void;
  /** The conversation, if replies in it can have pictures and PDFs. */
  filesIn?: string | undefined;
};

const ReplyFiles = lazyPart(
  async () => (await import('../attachments/ReplyFiles.tsx')).ReplyFiles,
  () => <div className="min-h-14" />,
);

const formSchema = z.object({ messageBody: reply });

export function ReplyForm({
  title = 'Reply to Message',
  to,
  back,
  draftKey,
  blocked,
  note = 'Replies in an open conversation are free.',
  children,
  onSend,
  filesIn,
}: ReplyFormProps) {
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  const files = useReplyFiles(draftKey, filesIn ?? '');
  const [waiting, setWaiting] = useState<string>();
  /** A second tap can come before the page has changed. */
  const sent = useRef(false);
  const send = form.handleSubmit(async ({ messageBody }) => {
    if (sent.current) return;
    sent.current = true;
    const sentence = filesIn === undefined ? undefined : await filesNotReady(files);
    setWaiting(sentence);
    sent.current = sentence === undefined;
    if (sentence !== undefined) return;
    draft.clear();
    onSend(messageBody, files.ids.length > 0 ? [...files.ids] : undefined);
    files.clear();
  });
  return (
    <FormPage
      stickyBar
      title={title}
      {...(to !== undefined && { documentTitle: `Reply to ${to}` })}
      back={back}
      submit="Send Message"
      busy={false}
      error={blocked ?? waiting}
      blocked={blocked !== undefined}
      onSubmit={send}
      paired={blocked === undefined}
      secondary={
        <Button variant="quiet" block={blocked !== undefined} render={<BackLink to={back} />}>
          {blocked === undefined ? 'Cancel' : 'Back to the conversation'}
        </Button>
      }
    >
      {children}
      <RichTextField
        control={form.control}
        name="messageBody"
        label="Your reply"
        marks={LETTER_MARKS}
        minHeight={200}
        placeholder="Write your reply"
        counter={(html) => <CharCount count={plainText(html).length} />}
        keep={draft.write}
      />
      {filesIn !== undefined && blocked === undefined && (
        <div className="-mt-3 overflow-hidden rounded-card border border-edge bg-card">
          <ReplyFiles conversationId={filesIn} files={files} />
        </div>
      )}
      {blocked === undefined && <p className="text-[0.875rem] text-soft">{note}</p>}
    </FormPage>
  );
}
