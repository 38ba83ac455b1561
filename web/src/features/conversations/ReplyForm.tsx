import { type ReactNode, useRef, useState } from 'react';
import { plainText, reply } from '../../../../shared/rules/conversations/messages.ts';
import { ruleError } from '../../forms/rule-error.ts';
import { showFirstError } from '../../forms/show-first-error.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { BackLink } from '../../shell/BackLink.tsx';
import { FormPage } from '../../shell/FormPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { LETTER_MARKS } from '../../ui/rich-text-marks.ts';

/* A form for a free reply: an editor with a draft. Sending is instant. */

/** The message for a conversation that was closed meanwhile. */
export const CLOSED_MEANWHILE =
  'This conversation is not open any more, so nobody can write in it. Your text is kept here.';

export type ReplyFormProps = {
  title?: string;
  back: string;
  /** The storage key of the draft. */
  draftKey: string;
  /** The reason why nothing can be sent now. */
  blocked?: string | undefined;
  note?: string;
  /** The recipient, above the editor. */
  children?: ReactNode;
  onSend: (body: string) => void;
};

export function ReplyForm({
  title = 'Reply to Message',
  back,
  draftKey,
  blocked,
  note = 'Replies in an open conversation are free of charge.',
  children,
  onSend,
}: ReplyFormProps) {
  const draft = useDraft(draftKey);
  const [body, setBody] = useState(draft.read);
  const [asked, setAsked] = useState(false);
  /** A second tap can come before the page has changed. */
  const sent = useRef(false);
  const fault = ruleError(reply, body);
  const send = () => {
    setAsked(true);
    if (fault) return showFirstError();
    if (sent.current) return;
    sent.current = true;
    draft.clear();
    onSend(body);
  };
  return (
    <FormPage
      title={title}
      back={back}
      submit="Send Message"
      busy={false}
      error={blocked}
      blocked={blocked !== undefined}
      onSubmit={send}
      secondary={
        <Button variant="quiet" block render={<BackLink to={back} />}>
          {blocked === undefined ? 'Cancel' : 'Back to the conversation'}
        </Button>
      }
      note={note}
    >
      {children}
      <Field
        label="Your reply"
        group
        error={asked ? fault : undefined}
        counter={<CharCount count={plainText(body).length} />}
      >
        <RichTextEditor
          marks={LETTER_MARKS}
          value={body}
          minHeight={200}
          placeholder="Write your reply"
          onValueChange={(html) => {
            setBody(html);
            draft.write(html);
          }}
        />
      </Field>
    </FormPage>
  );
}
