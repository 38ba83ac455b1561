import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewInvitations } from '#shared/api/invitations.ts';
import { cents } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* Who joined by an invitation. docs/product/billing.md#referral-bonus */

const ben = {
  id: 'ben',
  fullName: 'Ben Carter',
  username: 'ben.carter',
  joinedAt: fromIso('2026-11-25T12:00:00.000Z'),
  bonus: 'NONE' as const,
  amount: cents(0),
};

test('each person who joined has a day, what they brought, and a link to the profile', async () => {
  serve(viewInvitations, () =>
    success(viewInvitations, {
      data: [
        ben,
        { ...ben, id: 'mina', bonus: 'EARNED', amount: cents(100) },
        { ...ben, id: 'gone', fullName: 'Deleted account', username: null, bonus: 'TAKEN_BACK' },
        { ...ben, id: 'kept', bonus: 'TAKEN_BACK', amount: cents(60) },
      ],
    }),
  );
  await openScreen(paths.invite(), ana);
  const list = await screen.findByRole('list', { name: 'Who joined' });
  const [first, second, third, fourth] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Joined on Nov 25, 2026. No bonus yet');
  expect(first?.querySelector('a')?.getAttribute('href')).toBe(paths.profile('ben.carter'));
  expect(second?.textContent).toContain('$1.00 earned');
  expect(third?.textContent).toContain('Bonus taken back');
  expect(third?.querySelector('a')).toBeNull();
  expect(fourth?.textContent).toContain('$0.60 earned');
});

test('says that nobody has joined yet', async () => {
  serve(viewInvitations, () => success(viewInvitations, { data: [] }));
  await openScreen(paths.invite(), ana);
  await screen.findByText('No one has joined by your link yet.');
});
