import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { updatePaymentMethod, viewPaymentMethod } from '#shared/api/billing.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { serveCardFields, walletSheet, walletsMade } from './fake-card-fields.ts';

/* The card on file is replaced: by a wallet, or by a card that is typed. */

test('a wallet is saved in its sheet, without an amount, and nothing is saved if that is closed', async () => {
  serveCardFields({ wallets: ['googlePay', 'link'] });
  const saved = { id: 'pm_google_pay', cardBrand: 'visa', cardLastFour: '4242' };
  const data = [{ ...saved, wallet: 'google_pay' as const }];
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data }));
  serve(updatePaymentMethod, () => success(updatePaymentMethod, { data }));
  const { pathname } = await openScreen(paths.updatePaymentMethod(), ana);
  await screen.findByText('or enter a card');
  expect(walletsMade).toMatchObject([{ mode: 'setup', setupFutureUsage: 'off_session' }]);
  expect(walletSheet.open('google_pay')).toEqual([{ lineItems: [] }]);
  walletSheet.close();
  await screen.findByText('You closed Google Pay. Nothing is saved.');
  expect(callsOf(updatePaymentMethod)).toEqual([]);

  walletSheet.open('google_pay');
  walletSheet.confirm('google_pay');
  await waitFor(() => expect(pathname()).toBe(paths.paymentMethod()));
  await screen.findByText('Google Pay, Visa 4242');
  const [call] = callsOf(updatePaymentMethod);
  expect(call?.input.get('paymentMethodId')).toBe('pm_google_pay');
});

test('a card is typed with the name of the account, and asks for a name if it is emptied', async () => {
  serveCardFields();
  const data = [{ id: 'pm_typed', cardBrand: 'visa', cardLastFour: '4242' }];
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data }));
  serve(updatePaymentMethod, () => success(updatePaymentMethod, { data }));
  const { user, pathname } = await openScreen(paths.updatePaymentMethod(), ana);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name on card/ });
  expect(name.value).toBe(ana.fullName);
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please enter the name on card');
  expect(callsOf(updatePaymentMethod)).toEqual([]);
  await user.type(name, ana.fullName);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(pathname()).toBe(paths.paymentMethod()));
});
