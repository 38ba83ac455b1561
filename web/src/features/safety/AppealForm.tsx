import { Clock, Users } from 'lucide-react';
import { useState } from 'react';
import { APPEAL_TEXT_MIN, appealText } from '#shared/rules/desk/reports.ts';
import { readableLength } from '#shared/rules/text/readable-text.ts';
import type { CallOptions } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { sentenceOf } from '../../api/failure-words.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { ruleError } from '../../forms/rule-error.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useWrite } from '../../forms/use-write.ts';
import { deadlineWords } from '../../shell/dates.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { CountLine } from '../../ui/CharCount.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/Toast.tsx';
import type { Statement } from './statement-words.ts';

export type SendAppeal = (
  appeal: { readonly statementId: string; readonly text: string },
  options: CallOptions,
) => Promise<unknown>;

export type AppealFormProps = {
  statement: Statement;
  send: SendAppeal;
  /** What follows once it is sent. */
  onSent: () => unknown;
};

/**
 * The one appeal against a decision: one question, a sheet with a line that fills toward the least length, who reads it, and what stays
 * meanwhile. The text stays on the device until it is sent. docs/product/desk.md#statements
 */
export function AppealForm({ statement: { id, appealUntil }, send, onSent }: AppealFormProps) {
  const draftKey = `appeal_${id}`;
  const draft = useDraft(draftKey);
  const [text, setText] = useState(draft.read);
  const [tried, setTried] = useState(false);
  const once = useSendOnce(draftKey);
  const sending = useWrite({
    mutationFn: () => once.send((options) => send({ statementId: id, text }, options)),
    onSuccess: async () => {
      draft.clear();
      toast.success('Your appeal was sent. Someone else looks at the decision again.');
      await onSent();
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (ruleError(appealText, text) === undefined) sending.mutate();
      }}
    >
      <div>
        <h2 className="font-serif text-2xl leading-tight">Why do you disagree?</h2>
        <p className="text-soft">
          Say what we got wrong, or what we didn’t know. You can appeal once, until{' '}
          {deadlineWords(appealUntil, serverNow())}.
        </p>
      </div>
      <div className="letter px-5 py-4">
        <Field
          label="Why do you disagree?"
          labelHidden
          error={tried ? ruleError(appealText, text) : undefined}
          counterBelow
          counter={
            <CountLine
              count={readableLength(text)}
              min={APPEAL_TEXT_MIN}
              beside={text === '' ? undefined : <p className="text-soft">Saved on this device</p>}
            />
          }
        >
          <TextArea
            autoFocus
            rows={6}
            value={text}
            className="border-0! bg-transparent! px-0! font-serif text-lg! leading-relaxed!"
            onChange={({ target: { value } }) => {
              setText(value);
              draft.write(value);
            }}
          />
        </Field>
      </div>
      <ul className="grid gap-3 text-soft">
        <li className="flex gap-3">
          <Users aria-hidden size={20} className="mt-0.5 shrink-0" />
          Someone else on our team reads it, not the person who decided.
        </li>
        <li className="flex gap-3">
          <Clock aria-hidden size={20} className="mt-0.5 shrink-0" />
          The decision stays while we look. You get an answer with a reason.
        </li>
      </ul>
      {sending.error && (
        <p role="alert" className="font-medium text-red-text">
          {sentenceOf(sending.error) ?? 'Your appeal wasn’t sent. Please try again.'}
        </p>
      )}
      <div className="-mx-5">
        <ActionBar>
          <Button type="submit" block busy={sending.isPending}>
            Send the appeal
          </Button>
        </ActionBar>
      </div>
    </form>
  );
}
