import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { FormPage, type FormPageProps } from '../../shell/FormPage.tsx';
import { LEAD_ID } from '../../shell/Page.tsx';
import { CodeBoxes } from '../../ui/CodeBoxes.tsx';
import { Field } from '../../ui/Field.tsx';
import { ResendCode, type ResendCodeProps } from '../../ui/ResendCode.tsx';
import type { useCodeForm } from './code-form.ts';

export type CodePageProps = Omit<FormPageProps, 'children' | 'onSubmit' | 'busy' | 'error'> & {
  form: ReturnType<typeof useCodeForm>;
  label: string;
  resend: ResendCodeProps;
  /** Before the boxes. */
  before?: ReactNode;
  /** Beside the button for another code. */
  beside?: ReactNode;
  children?: ReactNode;
};

/* Six boxes for a code from a text message, and a button for another code. Filling the last box submits the form. */
export function CodePage({
  form,
  label,
  resend,
  before,
  beside,
  children,
  ...page
}: CodePageProps) {
  return (
    <FormPage {...page} onSubmit={form.onSubmit} busy={form.busy} error={undefined}>
      {before}
      <Controller
        control={form.control}
        name="verificationCode"
        render={({ field, fieldState }) => (
          <Field
            label={label}
            labelHidden={page.heading === 'content'}
            group
            // What is wrong with a code stands below the boxes, which stay where they are.
            error={fieldState.error?.message ?? form.error}
            liveError
            describedBy={LEAD_ID}
          >
            <CodeBoxes
              value={field.value}
              onValueChange={field.onChange}
              onComplete={(code) => {
                field.onChange(code);
                requestAnimationFrame(() => {
                  document.querySelector<HTMLFormElement>('#page form')?.requestSubmit();
                });
              }}
              autoFocus
            />
          </Field>
        )}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ResendCode {...resend} />
        {beside}
      </div>
      {children}
    </FormPage>
  );
}
