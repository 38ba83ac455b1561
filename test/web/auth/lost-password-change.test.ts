import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { updatePassword } from '#shared/api/auth.ts';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

test('a password change whose response was lost is said to be unknown, and is not sent again by itself', async () => {
  serve(viewPasskeys, () => success(viewPasskeys, { data: [] }));
  serve(updatePassword, lost);
  const { user } = await openScreen(paths.changePassword(), ana);
  await user.type(await screen.findByLabelText('Old password'), 'Correct-Horse-1');
  await user.type(screen.getByLabelText('New password'), 'Battery-Staple-2');
  await user.type(screen.getByLabelText('Repeat new password'), 'Battery-Staple-2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(
    'Error while updating password. No confirmation came back. If your old password is refused now, your new one is in force.',
  );
  expect(callsOf(updatePassword)).toHaveLength(1);
});
