import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { upgradeSubscription, viewPaymentMethod } from '../../../shared/api/billing.ts';
import { checkUser } from '../../../shared/api/current-session.ts';
import { paths } from '../../../web/src/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';

test('an upgrade to Professional, after which nothing is left to upgrade to, leads to the settings', async () => {
  const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
  serve(upgradeSubscription, () => {
    serve(checkUser, () => success(checkUser, { data: [{ ...ana, licenseId: 'PROFESSIONAL' }] }));
    return success(upgradeSubscription, { access_token: accessToken() });
  });
  const { user, pathname } = await openScreen(paths.subscription(), ana);
  await user.click(await screen.findByRole('radio', { name: /^Professional/ }));
  await user.click(screen.getByRole('button', { name: 'Upgrade Subscription' }));
  await screen.findByText('You’re on Professional now.');
  await waitFor(() => expect(pathname()).toBe(paths.settings()));
});
