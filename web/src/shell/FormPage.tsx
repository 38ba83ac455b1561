import { useComputingProof } from '../api/proof-status.ts';
import { FormShell, type FormShellProps } from '../ui/FormShell.tsx';
import { Page, type PageProps } from './Page.tsx';

/* A screen with one form: title, Back link, fields, and the submit button at the bottom. */
export type FormPageProps = Pick<
  PageProps,
  'title' | 'documentTitle' | 'back' | 'header' | 'heading' | 'action' | 'lead'
> &
  Omit<FormShellProps, 'action' | 'busyText'> & {
    /** The label of the button, a verb. */
    submit: string;
  };

export function FormPage(props: FormPageProps) {
  const { title, documentTitle, back, header, heading, action, lead, submit, ...form } = props;
  const checking = useComputingProof();
  const page = { title, documentTitle, back, header, heading, action, lead };
  return (
    <Page {...page} {...(form.around && { width: 'broad' as const })} flush>
      <FormShell
        {...form}
        action={submit}
        busyText={checking ? 'Checking…' : undefined}
        note={checking ? <Checking /> : form.note}
      />
    </Page>
  );
}

/* A note that submitting takes longer because the browser computes a proof of work. */
function Checking() {
  return (
    <span role="status">
      Checking that you’re not a bot. We’re sending a lot of codes right now, so this takes a few
      seconds.
    </span>
  );
}
