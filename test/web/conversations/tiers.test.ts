import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewDraft } from '#shared/api/drafts.ts';
import { askForPlace } from '#shared/api/offers.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import { DAY, instant, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, catchBeacons, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';

/* What a sender sees of tiers, of a pause and of a person who is full. docs/product/profiles.md#tiers */

const tiers = [
  {
    id: 'a'.repeat(32),
    name: 'Short',
    price: cents(1_000),
    promise: 'One clear answer',
    minimumLength: 200,
  },
  {
    id: 'b'.repeat(32),
    name: 'Long',
    price: cents(5_000),
    promise: 'A full plan',
    minimumLength: 1_000,
  },
];

const showProfile = (changes: object) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, { data: [{ ...bensProfile, ...changes } as never] }),
  );

async function compose(tierId?: string) {
  showProfile({ tiers });
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [] }));
  return openScreen(paths.createInbox(ben.id, tierId), ana);
}

const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

test('the profile lists the tiers, each with a link to write, and names the lowest price', async () => {
  showProfile({ tiers, paidResponsePriceFormatted: '$10.00' });
  await openScreen(paths.profile(ben.username), ana);
  const long = await screen.findByRole('link', { name: /^Long/ });
  expect(long.getAttribute('href')).toBe(paths.createInbox(ben.id, 'b'.repeat(32)));
  expect(long.textContent).toContain('A full plan. At least 1,000 characters.');
  await screen.findByRole('link', { name: 'Contact from $10.00' });
});

test('a press on a tier counts as a press of the contact button', async () => {
  const sent = catchBeacons();
  showProfile({ tiers });
  const { user } = await openScreen(paths.profile(ben.username), ana);
  await user.click(await screen.findByRole('link', { name: /^Long/ }));
  expect(sent).toEqual([`/api/recordContactPress id=${ben.id}&via=direct`]);
});

test('a sender has to choose a tier, and can choose another one', async () => {
  const { user } = await compose();
  expect((await radio(/^Short/)).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await screen.findByText('Please choose one');
  await user.click(await radio(/^Long/));
  await waitFor(async () => expect((await radio(/^Long/)).checked).toBe(true));
  expect(screen.queryByText('Please choose one')).toBeNull();
});

test('a tier that was pressed on the profile is chosen', async () => {
  await compose('b'.repeat(32));
  expect((await radio(/^Long/)).checked).toBe(true);
});

test('the profile shows a pause with its return date', async () => {
  const until = later(instant(Date.now()), 3 * DAY);
  showProfile({ paused: { until }, active: false });
  await openScreen(paths.profile(ben.username), ana);
  await screen.findByText(/isn’t accepting letters until \w+ \d+/);
  expect(screen.queryByRole('link', { name: /^Contact/ })).toBeNull();
});

test('a viewer joins the waiting list of a full recipient with one press', async () => {
  showProfile({ full: { asked: false }, active: false });
  serve(askForPlace, () => {
    showProfile({ full: { asked: true }, active: false });
    return success(askForPlace, {});
  });
  const { user } = await openScreen(paths.profile(ben.username), ana);
  await screen.findByText(/isn’t taking more letters right now/);
  await user.click(
    await screen.findByRole('button', { name: 'Notify me when there’s an opening' }),
  );
  await screen.findByText('We’ll notify you when there’s an opening.');
  expect(callsOf(askForPlace)).toHaveLength(1);
});

test('a refused request for the waiting list shows the reason, and can be repeated', async () => {
  showProfile({ full: { asked: false }, active: false });
  serve(askForPlace, () => refusal('TOO_MANY_REQUESTS'));
  const { user } = await openScreen(paths.profile(ben.username), ana);
  const press = () => screen.findByRole('button', { name: 'Notify me when there’s an opening' });
  await user.click(await press());
  await screen.findByText(/Too many attempts/);
  await press();
});
