import { Fragment, useId, useRef, useState } from 'react';
import { reportContent } from '#shared/api/reports.ts';
import { REPORT_MOVES_NOTHING } from '#shared/messages/payments.ts';
import type { ContentReportReason } from '#shared/rules/desk/harm.ts';
import { REPORT_TEXT_MAX, reportText } from '#shared/rules/desk/reports.ts';
import { readableLength } from '#shared/rules/text/readable-text.ts';
import { call, LostResponse } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { ruleError } from '../../forms/rule-error.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useWrite } from '../../forms/use-write.ts';
import { Button } from '../../ui/Button.tsx';
import { CharCount } from '../../ui/CharCount.tsx';
import { CheckCard } from '../../ui/CheckCard.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/Toast.tsx';
import { type Blockable, block } from '../contacts/block.ts';
import { refusalReason } from '../contacts/refusal-reason.ts';
import { firstName } from '../conversations/conversation.ts';
import { HelpNow } from './HelpNow.tsx';
import { REASON_GROUPS, REASON_WORDS } from './reason-words.ts';
import type { ReportTarget } from './report-target.ts';

export type ReportDialogProps = {
  target: ReportTarget;
  /** The person who can be blocked at the same time. */
  person?: Blockable | undefined;
  onClose: () => void;
};

/* The form of every report, wherever it is opened from. docs/product/desk.md#reports */
export function ReportDialog({ target, person, onClose }: ReportDialogProps) {
  const { subject } = target;
  const draftKey = `reportContent_${subject.subjectType}_${subject.subjectId}`;
  const draft = useDraft(draftKey);
  const reasonDraft = useDraft(`${draftKey}_reason`);
  const [reason, setReason] = useState(() => keptReason(reasonDraft.read()));
  const [text, setText] = useState(draft.read);
  const [alsoBlocks, setAlsoBlocks] = useState(false);
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const name = useId();
  const sending = useReport(target, () => {
    draft.clear();
    reasonDraft.clear();
    onClose();
  });
  const wrongText = textError(reason, text, missing);
  const send = () => {
    setMissing(true);
    if (reason === '') form.current?.querySelector('input')?.focus();
    else if (textError(reason, text, true)) form.current?.querySelector('textarea')?.focus();
    else sending.mutate({ reason, text, blocks: alsoBlocks ? person : undefined });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={target.title}
      description={target.seen}
      actions={
        <>
          {sending.error && (
            <p role="alert" className="font-medium text-red-text">
              {failureWords(sending.error)}
            </p>
          )}
          <Button busy={sending.isPending} onClick={send}>
            Send report
          </Button>
        </>
      }
    >
      {target.quote && (
        <blockquote dir="auto" className="line-clamp-2 border-rule border-l-2 pl-3 text-soft">
          {target.quote}
        </blockquote>
      )}
      <div ref={form} className="grid gap-5">
        {missing && reason === '' && (
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
                onValueChange={(chosen) => {
                  setReason(chosen);
                  reasonDraft.write(chosen);
                }}
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
          <TextArea
            value={text}
            onChange={({ target: { value } }) => {
              setText(value);
              draft.write(value);
            }}
          />
        </Field>
        {person && (
          <CheckCard
            checked={alsoBlocks}
            onCheckedChange={setAlsoBlocks}
            label={`Also block ${firstName(person.fullName)}`}
          />
        )}
        <p className="text-[0.875rem] text-soft">
          We review the most urgent reports first and let you know what we decide. No one else
          learns that you reported this. {REPORT_MOVES_NOTHING}
        </p>
      </div>
    </Dialog>
  );
}

/** The reason in a draft; empty if there is none, or one that no longer exists. */
const keptReason = (text: string): ContentReportReason | '' =>
  REASON_GROUPS.flatMap(({ reasons }) => reasons).find((reason) => reason === text) ?? '';

/** The error of the text; undefined if it is valid. `sent`: whether the person has tried to send it. */
function textError(reason: string, text: string, sent: boolean): string | undefined {
  if (sent && reason === 'OTHER' && readableLength(text) === 0) return 'Please say what is wrong';
  return ruleError(reportText, text);
}

type Report = {
  readonly reason: ContentReportReason;
  readonly text: string;
  readonly blocks: Blockable | undefined;
};

/** The report was sent, but the reported person was not blocked. */
class NotBlocked extends Error {
  readonly person: Blockable;

  constructor(person: Blockable, cause: unknown) {
    super('the report was sent, but the person wasn’t blocked', { cause });
    this.person = person;
  }
}

function failureWords(error: unknown): string {
  if (!(error instanceof NotBlocked))
    return refusalReason(error) ?? 'Your report wasn’t sent. Please try again.';
  const reason = refusalReason(error.cause) ?? 'Please try again.';
  const state = error.cause instanceof LostResponse ? 'may not be blocked yet' : 'isn’t blocked';
  return `Your report was sent, but ${firstName(error.person.fullName)} ${state}. ${reason}`;
}

function useReport({ subject }: ReportTarget, onDone: () => void) {
  const once = useSendOnce();
  // A second try after the block failed does not report again.
  const reported = useRef<{ readonly alreadyOpen: boolean }>(undefined);
  return useWrite({
    mutationFn: async ({ reason, text, blocks }: Report) => {
      const input = { ...subject, reasonCode: reason, text };
      reported.current ??= await once.send((options) => call(reportContent, input, options));
      if (blocks)
        await block(blocks).catch((error: unknown) => {
          throw new NotBlocked(blocks, error);
        });
      return reported.current;
    },
    onSuccess: ({ alreadyOpen }) => {
      onDone();
      toast.success(
        alreadyOpen
          ? 'You reported this before, and we’re still looking at it.'
          : 'Reported. We tell you when it’s decided.',
      );
    },
  });
}
