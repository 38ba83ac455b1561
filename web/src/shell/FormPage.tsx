import { useChecking } from '../api/checking.ts';
import { FormShell, type FormShellProps } from '../ui/FormShell.tsx';
import { Page, type PageProps } from './Page.tsx';

/* A screen that is one form: title, the way back, fields, the one action at the foot. */
export type FormPageProps = Pick<
  PageProps,
  'title' | 'documentTitle' | 'back' | 'header' | 'action' | 'lead'
> &
  Omit<FormShellProps, 'action' | 'busyText'> & {
    /** What the button does, as a verb. */
    submit: string;
  };

export function FormPage(props: FormPageProps) {
  const { title, documentTitle, back, header, action, lead, submit, ...form } = props;
  const checking = useChecking();
  const page = { title, documentTitle, back, header, action, lead };
  return (
    <Page {...page} flush>
      <FormShell
        {...form}
        action={submit}
        busyText={checking ? 'Checking…' : undefined}
        note={checking ? <Checking /> : form.note}
      />
    </Page>
  );
}

/* The note that sending takes longer because the browser computes a proof of work before a code is sent. */
function Checking() {
  return (
    <span role="status">
      Checking that you are not a program, because many ask for codes now. This takes a few seconds.
    </span>
  );
}
