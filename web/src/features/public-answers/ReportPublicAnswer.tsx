import { Fragment, useId, useState } from 'react';
import { reportPublicAnswer } from '#shared/api/public-answers.ts';
import type { ContentReportReason } from '#shared/rules/desk/harm.ts';
import { REPORT_TEXT_MAX, reportText } from '#shared/rules/desk/reports.ts';
import { call } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Button } from '#web/ui/Button.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { HelpNow } from '../safety/HelpNow.tsx';
import { REASON_GROUPS, REASON_WORDS } from '../safety/reason-words.ts';

export type ReportPublicAnswerProps = { id: string; onClose: () => void };

/** The report of a public answer, which needs no account. docs/product/public-answers.md#reports */
export function ReportPublicAnswer({ id, onClose }: ReportPublicAnswerProps) {
  const [reason, setReason] = useState<ContentReportReason | ''>('');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const name = useId();
  const once = useSendOnce();
  const wrongText = wrongTextFor(tried ? reason : '', text);
  const sending = useWrite({
    mutationFn: (reasonCode: ContentReportReason) =>
      once.send((options) => call(reportPublicAnswer, { id, reasonCode, text }, options)),
    onSuccess: () => {
      toast.success('Thank you. We look at it, and hide it until we have.');
      onClose();
    },
  });
  const send = () => {
    setTried(true);
    if (reason !== '' && !wrongTextFor(reason, text)) sending.mutate(reason);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Report this answer"
      description="You need no account for this. Say if it’s about you or someone you know."
      actions={
        <>
          {sending.error && (
            <p role="alert" className="font-medium text-red-text">
              {errorMessage(sending.error)}
            </p>
          )}
          <Button busy={sending.isPending} onClick={send}>
            Send report
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {tried && reason === '' && (
          <p role="alert" className="font-medium text-red-text">
            Please choose a reason
          </p>
        )}
        {REASON_GROUPS.map(({ label, reasons }) => (
          <Fragment key={label}>
            <Field group="radios" label={label}>
              <RadioCards
                name={name}
                value={reason}
                onValueChange={setReason}
                options={reasons.map((value) => ({ value, label: REASON_WORDS[value].label }))}
              />
            </Field>
            {reasons.some((one) => one === reason) && <HelpNow reason={reason} />}
          </Fragment>
        ))}
        <Field
          label="What happened?"
          optional={reason !== 'OTHER'}
          error={wrongText}
          counter={<CharCount count={text.length} max={REPORT_TEXT_MAX} />}
        >
          <TextArea value={text} onChange={({ target: { value } }) => setText(value)} />
        </Field>
      </div>
    </Dialog>
  );
}

/** What is wrong with the text of a report with this reason. */
const wrongTextFor = (reason: ContentReportReason | '', text: string): string | undefined =>
  reason === 'OTHER' && text.trim() === ''
    ? 'Please say what is wrong'
    : ruleError(reportText, text);
