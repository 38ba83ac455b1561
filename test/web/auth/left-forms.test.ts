import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import {
  recoverAccount,
  requestAccountRecovery,
  sendRecoveryNumberCode,
} from '#shared/api/account-recovery.ts';
import {
  confirmPasswordReset,
  createUser,
  requestPasswordReset,
  sendOneTimeLoginCode,
  verifyPasswordReset,
} from '#shared/api/auth.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { passwordReset } from '#web/features/auth/flow-state.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* A visitor leaves a form of the sign-in or of the registration while its request is under way. */

type LeftForm = {
  readonly name: string;
  readonly address: string;
  readonly operation: OperationSpec;
  readonly response: () => Response;
  /** Fills the form and submits it. */
  readonly submit: (user: UserEvent) => Promise<void>;
  /** The link that leaves the page, and the heading of the page it opens. */
  readonly link: string;
  readonly heading: string;
};

async function paste(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(await screen.findByLabelText(label, { selector: 'input' }));
  await user.paste(text);
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

const CODE: LeftForm = {
  name: 'the code of a password reset',
  address: paths.forgetPasswordVerification(),
  operation: verifyPasswordReset,
  response: () => success(verifyPasswordReset, { data: [] }),
  // A code is submitted when it is complete.
  submit: (user) => paste(user, 'Verification code', '123456'),
  link: 'Use another username',
  heading: 'Forgot your password?',
};

const FORMS: readonly LeftForm[] = [
  CODE,
  {
    name: 'the new password of a password reset',
    address: paths.forgetPasswordVerification(),
    operation: confirmPasswordReset,
    response: () => success(confirmPasswordReset, {}),
    submit: async (user) => {
      serve(verifyPasswordReset, () => success(verifyPasswordReset, { data: [] }));
      await paste(user, 'Verification code', '123456');
      await paste(user, 'New password', 'Letters-4-all');
      await paste(user, 'Confirm new password', 'Letters-4-all');
      await press(user, 'Reset password');
    },
    link: 'Ask for another code',
    heading: 'Forgot your password?',
  },
  {
    name: 'the request of a password reset',
    address: paths.forgetPassword(),
    operation: requestPasswordReset,
    response: () => success(requestPasswordReset, {}),
    submit: async (user) => {
      await paste(user, 'Username', 'ana.markovic');
      await press(user, 'Send code');
    },
    link: 'Back to sign-in',
    heading: 'Sign in',
  },
  {
    name: 'the request of a one-time code',
    address: paths.oneTimeLogin(),
    operation: sendOneTimeLoginCode,
    response: () => success(sendOneTimeLoginCode, {}),
    submit: async (user) => {
      await paste(user, 'Phone number', '2123991234');
      await press(user, 'Send One-Time Code');
    },
    link: 'Back to sign-in',
    heading: 'Sign in',
  },
  {
    name: 'the registration',
    address: paths.register(),
    operation: createUser,
    response: () => success(createUser, { data: [ana] }),
    submit: async (user) => {
      await paste(user, 'Full name', 'Ana Marković');
      await paste(user, 'Phone number', '2123991234');
      await paste(user, 'Username', 'ana.markovic');
      await paste(user, 'Password', 'Letters-4-all');
      await press(user, 'Register');
    },
    link: 'Sign In',
    heading: 'Sign in',
  },
  {
    name: 'the last code of an account recovery',
    address: paths.recoverAccount(),
    operation: recoverAccount,
    response: () => success(recoverAccount, {}),
    submit: async (user) => {
      serve(requestAccountRecovery, () => success(requestAccountRecovery, {}));
      serve(sendRecoveryNumberCode, () => success(sendRecoveryNumberCode, { data: [] }));
      await paste(user, 'Username', 'ana.markovic');
      await press(user, 'Send code');
      await paste(user, 'Code from your mailbox', '123456');
      await paste(user, 'Your password', 'Letters-4-all');
      await paste(user, 'New phone number', '2123991234');
      await press(user, 'Text the new number');
      await paste(user, 'Verification code', '123456');
    },
    link: PRODUCT_NAME,
    heading: 'Ask someone who knows, and pay only if they answer.',
  },
];

/** Submits a form, and opens another page before the response arrives. */
async function leaveWhileSending({ address, operation, submit, link, heading }: LeftForm) {
  let respond = (_: Response) => {};
  serve(operation, () => new Promise<Response>((resolve) => (respond = resolve)));
  passwordReset.keep({ username: 'ana.markovic', sentAt: Date.now() });
  const opened = await openScreen(address);
  await submit(opened.user);
  await waitFor(() => expect(callsOf(operation)).toHaveLength(1));
  const left = opened.pathname();
  // The header may have a link of the same name.
  await opened.user.click(screen.getAllByRole('link', { name: link }).at(-1) as HTMLElement);
  await waitFor(() => expect(opened.pathname()).not.toBe(left));
  await screen.findByRole('heading', { level: 1, name: heading });
  return { ...opened, respond: (response: Response) => act(async () => respond(response)) };
}

describe.each(FORMS)('$name', (form) => {
  test('leaves a visitor who opened another page meanwhile where they are', async () => {
    const { respond, pathname } = await leaveWhileSending(form);
    const there = pathname();
    await respond(form.response());
    expect(pathname()).toBe(there);
    screen.getByRole('heading', { level: 1, name: form.heading });
  });
});

test('a code that is refused after its page was left moves no focus on the next page', async () => {
  const { respond } = await leaveWhileSending(CODE);
  const link = screen.getByRole('link', { name: 'Back to sign-in' });
  link.focus();
  await respond(refusal('UNAUTHENTICATED'));
  expect(document.activeElement).toBe(link);
});
