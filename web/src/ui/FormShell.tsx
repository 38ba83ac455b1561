import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ActionBar } from './ActionBar.tsx';
import { Button } from './Button.tsx';

/*
 * Every form of the product: fields, what went wrong, one action that is always in reach. `busy` and `error` have to be
 * given, so that neither can be forgotten. FormPage in the shell adds the title and the way back.
 */

export type FormShellProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The request is under way: the action says so and takes no second press. */
  busy: boolean;
  /** The label of the button while it is busy, in place of the usual one. */
  busyText?: string | undefined;
  /** What is wrong with the form as a whole; a field's own error stands at the field. */
  error: string | undefined;
  /** What the button does, as a verb. */
  action: string;
  actionVariant?: 'primary' | 'money';
  /** The form may not be sent at all now; what it says instead belongs in `note` or in a Banner. */
  blocked?: boolean;
  /** Beside the action: a Stamp. */
  beforeAction?: ReactNode;
  /** A second, quiet way out: a cancel link. */
  secondary?: ReactNode;
  /** Under the action. */
  note?: ReactNode;
  children: ReactNode;
};

export function FormShell(props: FormShellProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!props.busy) props.onSubmit(event);
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-1 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pb-8">
        {props.error && <ErrorSummary key={props.error} words={props.error} />}
        {props.children}
      </div>
      {(!props.blocked || props.secondary || props.note) && (
        <ActionBar before={props.beforeAction} note={props.note}>
          {!props.blocked && (
            <Button
              type="submit"
              block
              busy={props.busy}
              busyText={props.busyText}
              variant={props.actionVariant ?? 'primary'}
            >
              {props.action}
            </Button>
          )}
          {props.secondary}
        </ActionBar>
      )}
    </form>
  );
}

/** Comes into view and is read out the moment it appears, since the button that was pressed is at the other end. */
export function ErrorSummary({ words }: { words: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={box}
      role="alert"
      className="flex gap-3 rounded-letter border border-red border-l-4 bg-card p-4 font-medium text-red-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {words}
    </div>
  );
}
