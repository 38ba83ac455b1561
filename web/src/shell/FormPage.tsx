import { FormShell, type FormShellProps } from '../ui/FormShell.tsx';
import { Page, type PageProps } from './Page.tsx';

/* A screen that is one form: title, the way back, fields, the one action at the foot. */
export type FormPageProps = Pick<
  PageProps,
  'title' | 'documentTitle' | 'back' | 'header' | 'action' | 'lead'
> &
  Omit<FormShellProps, 'action'> & {
    /** What the button does, as a verb. */
    submit: string;
  };

export function FormPage(props: FormPageProps) {
  const { title, documentTitle, back, header, action, lead, submit, ...form } = props;
  const page = { title, documentTitle, back, header, action, lead };
  return (
    <Page {...page} flush>
      <FormShell {...form} action={submit} />
    </Page>
  );
}
