import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { FormShell } from '../../../../ui/FormShell.tsx';
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
  children: ReactNode;
};

/* A form in place of the letter of the answer session, or beside it on a wide screen. Ctrl + Enter sends it. */
export function SessionForm(props: SessionFormProps) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
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
    <section ref={box} aria-label={props.title} className="answer-form flex scroll-mt-16 flex-col">
      <h2 ref={heading} tabIndex={-1} className="px-5 pt-2 pb-3 font-serif text-2xl leading-tight">
        {props.title}
      </h2>
      <FormShell
        action={props.submit}
        actionVariant={props.submitVariant ?? 'primary'}
        busy={props.busy}
        error={props.error}
        blocked={props.isOver}
        note={props.isOver ? undefined : props.note}
        onSubmit={props.onSubmit}
        paired
        secondary={
          <Button variant="quiet" onClick={props.onBack}>
            {/* One text, so that its words are not items of a row with gaps. */}
            <span>
              Back<span className="max-[40rem]:hidden"> to the letter</span>
            </span>
          </Button>
        }
      >
        <QuestionStrip className="wide:hidden" conversation={props.conversation} now={props.now} />
        {props.children}
      </FormShell>
    </section>
  );
}
