import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { FormShell } from '../../../../ui/FormShell.tsx';

export type SessionFormProps = {
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

/* A form below the letter of the answer session, or beside it on a wide screen. Ctrl + Enter sends it. */
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
    <section ref={box} aria-label={props.title} className="flex scroll-mt-16 flex-col">
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
        secondary={
          <Button block variant="quiet" onClick={props.onBack}>
            Back to the letter
          </Button>
        }
      >
        {props.children}
      </FormShell>
    </section>
  );
}
