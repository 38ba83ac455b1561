import { screen } from '@testing-library/react/pure';
import { authenticate, createUser, requestPasswordReset } from '#shared/api/auth.ts';
import { paths } from '#web/paths.ts';
import { success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms before somebody is signed in. */

export const SIGN_IN_FORMS: readonly Form[] = [
  {
    name: 'sign-in',
    address: paths.login(),
    operation: authenticate,
    submit: 'Sign in',
    fill: async (user) => {
      await write(user, 'Username', 'ana.markovic');
      await user.click(screen.getByLabelText('Password'));
      await user.paste('Letters-4-all');
    },
    wrong: {
      type: (user) => write(user, 'Username', ''),
      field: 'Username',
      error: 'Please enter your username',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'We couldn’t sign you in. Please try again.',
    byKey: false,
  },
  {
    name: 'registration',
    address: paths.register(),
    operation: createUser,
    submit: 'Register',
    fill: async (user) => {
      await write(user, 'Full name', 'Ana Marković');
      await write(user, 'Phone number', '2123991234');
      await write(user, 'Username', 'ana.markovic');
      await user.click(screen.getByLabelText('Password'));
      await user.paste('Letters-4-all');
    },
    wrong: {
      type: (user) => write(user, 'Full name', 'Ana'),
      field: 'Full name',
      error:
        'Your full name must be at least 5 characters. If your name is short, please add your surname',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'There was an error while registering your account. Please try again.',
    done: () => success(createUser, { data: [ana] }),
    byKey: true,
  },
  {
    name: 'password reset',
    address: paths.forgetPassword(),
    operation: requestPasswordReset,
    submit: 'Send code',
    fill: (user) => write(user, 'Username', 'ana.markovic'),
    wrong: {
      type: (user) => write(user, 'Username', ''),
      field: 'Username',
      error: 'Please enter your username',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'Error while requesting reset. Please try again.',
    byKey: false,
  },
];
