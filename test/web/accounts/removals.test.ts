import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { removePaymentMethod } from '#shared/api/card-removal.ts';
import { removeUserAvatar } from '#shared/api/profile-changes.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The buttons that remove the card and the portrait. */

const confirm = async (name: string) =>
  within(await screen.findByRole('alertdialog')).getByRole('button', { name });

test('the card is removed after a confirmation, which says if it was refused', async () => {
  const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
  serve(removePaymentMethod, () => refusal('WRONG_STATUS'));
  const { user } = await openScreen(paths.paymentMethod(), ana);
  await user.click(await screen.findByRole('button', { name: 'Remove Payment Method' }));
  expect(callsOf(removePaymentMethod)).toEqual([]);
  await user.click(await confirm('Remove'));
  await screen.findByRole('alert');
  serve(removePaymentMethod, () => success(removePaymentMethod, {}));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
  await user.click(await confirm('Remove'));
  await screen.findByText('Visa 4242 is removed.');
  await screen.findByText('No Payment Method Found');
});

test('the portrait is removed after a confirmation, and there is no button without one', async () => {
  const address = paths.editAvatar();
  const { user } = await openScreen(address, { ...ana, profileImageUrl: '/media/avatars/a.jpg' });
  serve(removeUserAvatar, () => success(removeUserAvatar, {}));
  await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
  await user.click(await confirm('Remove picture'));
  await screen.findByText('Your picture is removed');
  expect(callsOf(removeUserAvatar)).toHaveLength(1);
});

test('a dialog that is opened again does not repeat the error of an earlier attempt', async () => {
  const { user } = await openScreen(paths.editAvatar(), {
    ...ana,
    profileImageUrl: '/media/avatars/a.jpg',
  });
  serve(removeUserAvatar, () => refusal('WRONG_STATUS'));
  await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
  await user.click(await confirm('Remove picture'));
  await screen.findByRole('alert');
  await user.click(await confirm('Cancel'));
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  await confirm('Remove picture');
  expect(screen.queryByRole('alert')).toBeNull();
});
