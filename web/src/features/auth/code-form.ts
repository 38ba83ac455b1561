import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { verificationCode } from '#shared/rules/accounts/accounts.ts';
import { isRefusal } from '../../api/client.ts';
import { useSubmission } from '../../forms/submission.ts';
import { useIsPageOpen } from '../../shell/open-page.ts';

export type CodeForm = {
  /** The error while all boxes are empty. */
  readonly missing: string;
  /** The error while some boxes are empty. By default `missing`. */
  readonly incomplete?: string;
  /** The error if the server gave none. */
  readonly failed: string;
  readonly verify: (code: string) => Promise<unknown>;
};

/** A form with one code. A refused code is cleared for the next try. */
export function useCodeForm({ missing, incomplete, failed, verify }: CodeForm) {
  const isPageOpen = useIsPageOpen();
  const form = useForm({
    resolver: zodResolver(z.object({ verificationCode: verificationCode(missing, incomplete) })),
    defaultValues: { verificationCode: '' },
  });
  const submission = useSubmission(form, {
    failed,
    send: async ({ verificationCode: code }) => {
      try {
        await verify(code);
      } catch (error) {
        if (isRefusal(error, 'UNAUTHENTICATED') && isPageOpen()) {
          form.reset();
          document.querySelector<HTMLInputElement>('#page input')?.focus();
        }
        throw error;
      }
    },
  });
  const code = { read: () => form.getValues('verificationCode'), clear: () => form.reset() };
  return { control: form.control, code, ...submission };
}
