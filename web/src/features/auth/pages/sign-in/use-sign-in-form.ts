import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { authenticate } from '#shared/api/auth.ts';
import { call } from '#web/api/client.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { useSignIn } from './begin-session.ts';

/** The form of the username and the password, which signs in. */
export function useSignInForm() {
  const signIn = useSignIn();
  const form = useForm({
    resolver: zodResolver(authenticate.input),
    defaultValues: { username: '', password: '' },
  });
  const submission = useSubmission(form, {
    failed: 'We couldn’t sign you in. Please try again.',
    send: (input) => signIn(() => call(authenticate, { ...input, timeZone: timeZoneHere() })),
  });
  return { form, submission };
}

export type SignInForm = ReturnType<typeof useSignInForm>;
