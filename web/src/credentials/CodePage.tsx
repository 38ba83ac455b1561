import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { FormPage, type FormPageProps } from '../shell/FormPage.tsx';
import { CodeBoxes } from '../ui/CodeBoxes.tsx';
import { Field } from '../ui/Field.tsx';
import { ResendCode, type ResendCodeProps } from '../ui/ResendCode.tsx';

export type CodePageProps = Omit<FormPageProps, 'children'> & {
  control: Control<{ verificationCode: string }>;
  label: string;
  resend: ResendCodeProps;
  children?: ReactNode;
};

/* Six boxes for a code from a text message, and the way to another one. Filling the last box sends it. */
export function CodePage({ control, label, resend, children, onSubmit, ...page }: CodePageProps) {
  return (
    <FormPage {...page} onSubmit={onSubmit}>
      <Controller
        control={control}
        name="verificationCode"
        render={({ field, fieldState }) => (
          <Field label={label} group error={fieldState.error?.message}>
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
      <ResendCode {...resend} />
      {children}
    </FormPage>
  );
}
