import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionBar } from './ActionBar.tsx';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { COLUMN_BESIDE } from './column-beside.ts';

/*
 * The layout of every form: fields, errors, and one submit button within reach. `busy` and `error` are required, so
 * that neither is forgotten. FormPage in the shell adds the title and the Back link.
 */

export type FormShellProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** Whether a request is running: the button shows it and ignores presses. */
  busy: boolean;
  /** The label of the button while busy, instead of the usual one. */
  busyText?: string | undefined;
  /** The error of the whole form; field errors are at their fields. */
  error: string | undefined;
  /** The label of the button, a verb. */
  action: string;
  actionVariant?: 'primary' | 'money';
  /** Whether the form cannot be submitted now; `note` or a Banner says why. */
  blocked?: boolean;
  /** Beside the button, for example a Stamp. */
  beforeAction?: ReactNode;
  /** A secondary action such as a cancel link. */
  secondary?: ReactNode;
  /** The secondary action is before the main one, in one row. */
  paired?: boolean;
  /** A text under the button. */
  note?: ReactNode;
  /** The form is one long text: its bar stays within reach of the thumb. The bar of other forms lies over no field. */
  stickyBar?: boolean;
  /**
   * Parts that concern the whole form. On a phone `below` follows the fields, and `above` is not shown. On a wide screen a column
   * beside the fields has `above`, the action and `below`.
   */
  around?: { readonly above: ReactNode; readonly below: ReactNode } | undefined;
  /** Of the form: `answer-form` gives its editor the room above a keyboard. */
  className?: string;
  children: ReactNode;
};

export function FormShell(props: FormShellProps) {
  const noteId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!props.busy) props.onSubmit(event);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className={classNames(
        'flex min-w-0 flex-1 flex-col',
        props.around && COLUMN_BESIDE,
        props.className,
      )}
    >
      <div className={classNames(FIELDS, props.around ? 'pb-5' : 'pb-6')}>
        {props.error && <ErrorSummary key={props.error} words={props.error} />}
        {props.children}
      </div>
      <Around parts={props.around}>
        {(!props.blocked || props.secondary || props.note) && (
          <ActionBar
            before={props.beforeAction}
            note={props.note}
            noteId={noteId}
            inFlow={!props.stickyBar}
          >
            <Pair isOn={props.paired}>
              {props.paired && props.secondary}
              {!props.blocked && (
                <Button
                  type="submit"
                  block
                  busy={props.busy}
                  busyText={props.busyText}
                  aria-describedby={props.note ? noteId : undefined}
                  variant={props.actionVariant ?? 'primary'}
                >
                  {props.action}
                </Button>
              )}
              {!props.paired && props.secondary}
            </Pair>
          </ActionBar>
        )}
      </Around>
    </form>
  );
}

const FIELDS = 'grid grid-cols-[minmax(0,1fr)] gap-5 px-5';

type AroundProps = { parts: FormShellProps['around']; children: ReactNode };

/** The column of a wide screen with the action. On a phone its parts are those of the form, so that the bar sticks to the screen. */
function Around({ parts, children }: AroundProps) {
  if (!parts) return children;
  return (
    <div className="form-around">
      <div className="form-above px-5">{parts.above}</div>
      <div className={`${FIELDS} pb-6`}>{parts.below}</div>
      {children}
    </div>
  );
}

function Pair({ isOn, children }: { isOn: boolean | undefined; children: ReactNode }) {
  return isOn ? <div className="pair">{children}</div> : children;
}

/**
 * An error summary that scrolls into view and is announced when it appears: the pressed button is at the other end of
 * the form.
 */
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
