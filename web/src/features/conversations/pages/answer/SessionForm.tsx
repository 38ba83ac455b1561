import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { FormShell } from '#web/ui/FormShell.tsx';
import { QuestionStrip, type QuestionStripProps } from '../inbox/QuestionStrip.tsx';

export type SessionFormProps = QuestionStripProps & {
  title: string;
  submit: string;
  submitVariant?: 'money';
  busy: boolean;
  error: string | undefined;
  /** Whether nothing can be sent any more; `error` says why. */
  isOver: boolean;
  note?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onBack: () => void;
  /** Whether it is at the right of its letter, with the list at the left. */
  isBeside: boolean;
  /** In place of the way back. */
  secondary?: ReactNode;
  /** Whether it is open from the start: then the letter keeps the focus. */
  isFromStart?: boolean;
  children: ReactNode;
};

/* A form in place of the letter of the answer session, or beside it on a wide screen. Ctrl + Enter sends it. */
export function SessionForm(props: SessionFormProps) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isFromStart] = useState(props.isFromStart === true);
  useEffect(() => {
    if (isFromStart) return;
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [isFromStart]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!box.current?.contains(event.target as Node)) return;
      // In the capture phase, because the editor would begin a new line.
      event.preventDefault();
      event.stopPropagation();
      box.current.querySelector('form')?.requestSubmit();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return (
    <section
      ref={box}
      aria-label={props.title}
      className={`answer-form ${props.isBeside ? 'session-pane' : 'flex scroll-mt-16 flex-col'}`}
    >
      <h2 ref={heading} tabIndex={-1} className="px-5 pt-2 pb-3 font-serif text-2xl leading-tight">
        {props.title}
      </h2>
      <FormShell
        stickyBar
        action={props.submit}
        actionVariant={props.submitVariant ?? 'primary'}
        busy={props.busy}
        error={props.error}
        blocked={props.isOver}
        note={props.isOver ? undefined : props.note}
        onSubmit={props.onSubmit}
        paired
        secondary={
          (!props.isOver && props.secondary) || (
            <Button variant="quiet" onClick={props.onBack}>
              {/* One text, so that its words are not items of a row with gaps. */}
              <span>
                Back
                {!props.isBeside && <span className="max-[40rem]:hidden"> to the letter</span>}
              </span>
            </Button>
          )
        }
      >
        <QuestionStrip className="wide:hidden" conversation={props.conversation} now={props.now} />
        {props.children}
      </FormShell>
    </section>
  );
}
