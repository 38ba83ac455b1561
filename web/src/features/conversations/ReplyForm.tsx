import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { plainText, reply } from '#shared/rules/conversations/messages.ts';
import { RichTextField } from '../../forms/RichTextField.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { BackLink } from '../../shell/BackLink.tsx';
import { FormPage } from '../../shell/FormPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';

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
  onSend: (body: string) => void;
};

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
}: ReplyFormProps) {
  const draft = useDraft(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { messageBody: draft.read() },
  });
  /** A second tap can come before the page has changed. */
  const sent = useRef(false);
  const send = form.handleSubmit(({ messageBody }) => {
    if (sent.current) return;
    sent.current = true;
    draft.clear();
    onSend(messageBody);
  });
  return (
    <FormPage
      stickyBar
      title={title}
      {...(to !== undefined && { documentTitle: `Reply to ${to}` })}
      back={back}
      submit="Send Message"
      busy={false}
      error={blocked}
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
      {blocked === undefined && <p className="text-[0.875rem] text-soft">{note}</p>}
    </FormPage>
  );
}
