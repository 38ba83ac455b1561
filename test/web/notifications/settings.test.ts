import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import {
  updateNotificationSettings,
  viewNotificationSettings,
} from '../../../shared/api/notification-settings.ts';
import {
  EVENT_SETTINGS,
  STAGE_SETTINGS,
} from '../../../shared/rules/notifications/event-settings.ts';
import {
  SWITCH_DEFAULTS,
  SWITCHES,
  type SwitchName,
} from '../../../shared/rules/notifications/notification-settings.ts';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The notification settings in jsdom: what is shown, saved at once, and shown as before if it could not be saved. */

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const NIGHT = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };

/** Opens the settings with a server that keeps what it is sent. */
async function openSettings(quietHours: typeof NIGHT | null = null) {
  let on: string[] = SWITCHES.filter((name) => SWITCH_DEFAULTS.get(name));
  let quiet = quietHours;
  let version = 0;
  const settings = () => ({ version, on, quietHours: quiet });
  serve(viewNotificationSettings, () => success(viewNotificationSettings, { data: [settings()] }));
  serve(updateNotificationSettings, ({ input }) => {
    version += 1;
    const [added, removed] = [input.getAll('turnOn'), input.getAll('turnOff')];
    on = [...on.filter((name) => !removed.includes(name)), ...added];
    const [from, to] = [input.get('quietFrom') ?? '', input.get('quietTo') ?? ''];
    if (input.has('quiet'))
      quiet =
        input.get('quiet') === 'true' ? { from, to, timeZone: input.get('timeZone') ?? '' } : null;
    return success(updateNotificationSettings, { data: [settings()] });
  });
  const opened = await openScreen(paths.notificationSettings(), ana);
  await screen.findByRole('heading', { name: 'Quiet hours' });
  return opened;
}

const theSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const sent = () => callsOf(updateNotificationSettings).map(({ input }) => input.toString());

describe('the notification settings', () => {
  test('show every event and reminder, with a switch for each channel that has one', async () => {
    await openSettings();
    const titles = Object.values(EVENT_SETTINGS).flatMap((setting) =>
      'title' in setting ? [setting.title] : [],
    );
    const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect([...rows].sort()).toEqual([...titles].sort());
    for (const { title } of Object.values(STAGE_SETTINGS)) screen.getByLabelText(title);
    // Every switch, and the one of the quiet hours.
    expect(screen.getAllByRole('switch')).toHaveLength(SWITCHES.length + 1);
    expect(theSwitch('24 hours after the payment').checked).toBe(false);
    expect(theSwitch('48 hours before the deadline').checked).toBe(true);
  });

  test('offer no switch for what protects the account', async () => {
    await openSettings();
    const row = screen.getByRole('row', { name: /My phone number has changed/ });
    expect(within(row).queryAllByRole('switch')).toEqual([]);
    expect(within(row).getAllByText('Always')).toHaveLength(3);
  });

  test('save a switch at once, with the keyboard too', async () => {
    const { user } = await openSettings();
    await user.click(theSwitch('A chat message, Device'));
    theSwitch('On day 5').focus();
    await user.keyboard(' ');
    await waitFor(() =>
      expect(sent()).toEqual(['turnOff=push%3Achat.messageSent', 'turnOn=reminder%3ADAY_5']),
    );
    expect(theSwitch('A chat message, Device').checked).toBe(false);
    expect(theSwitch('On day 5').checked).toBe(true);
  });

  test('save quick presses of a switch one after the other, so that the last one counts', async () => {
    const { user } = await openSettings();
    for (let press = 1; press <= 3; press += 1)
      await user.click(theSwitch('A payout is paid, Device'));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(theSwitch('A payout is paid, Device').checked).toBe(false);
  });

  test.each([
    ['refused', () => refusal('TOO_MANY_REQUESTS'), /^This wasn’t saved. Too many attempts/],
    ['lost', lost, /^No confirmation came back/],
  ])(
    'show a switch as before if the call is %s, with a sentence beside it',
    async (_how, answer, words) => {
      const { user } = await openSettings();
      serve(updateNotificationSettings, answer);
      await user.click(theSwitch('A chat message, Device'));
      const row = screen.getByRole('row', { name: /A chat message/ });
      await within(row).findByText(words);
      expect(theSwitch('A chat message, Device').checked).toBe(true);
    },
  );

  test('show what another device has switched once the answer comes', async () => {
    const { user } = await openSettings();
    const others: SwitchName = 'push:plan.ended';
    serve(updateNotificationSettings, () => {
      const on = SWITCHES.filter((name) => SWITCH_DEFAULTS.get(name) && name !== others);
      return success(updateNotificationSettings, { data: [{ version: 9, on, quietHours: null }] });
    });
    await user.click(theSwitch('48 hours before the deadline'));
    await waitFor(() => expect(theSwitch('My plan ends, Device').checked).toBe(false));
  });
});

describe('the quiet hours', () => {
  test('begin with the time zone of the browser, and can be turned off', async () => {
    const { user } = await openSettings();
    await user.click(theSwitch('Quiet hours'));
    await waitFor(() =>
      expect(sent()).toEqual([
        `quiet=true&quietFrom=22%3A00&quietTo=07%3A00&${new URLSearchParams({ timeZone: HERE })}`,
      ]),
    );
    await user.click(theSwitch('Quiet hours'));
    await waitFor(() => expect(sent().at(-1)).toBe('quiet=false'));
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  test('save a changed time, and keep the time zone', async () => {
    await openSettings(NIGHT);
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '08:15' } });
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(Object.fromEntries(new URLSearchParams(sent()[0]))).toEqual({
      ...{ quiet: 'true', quietFrom: '22:00', quietTo: '08:15', timeZone: 'Asia/Tokyo' },
    });
  });

  test('explain a time that cannot be saved, and keep what was typed', async () => {
    await openSettings(NIGHT);
    const until = screen.getByLabelText<HTMLInputElement>('Until');
    fireEvent.change(until, { target: { value: '22:00' } });
    await screen.findByText('Please choose another time than the first');
    expect([until.value, sent()]).toEqual(['22:00', []]);
  });

  test('offer the time zone of this device if it is another one', async () => {
    const { user } = await openSettings(NIGHT);
    await user.click(screen.getByRole('button', { name: /as on this device/ }));
    await waitFor(() =>
      expect(sent()[0]).toContain(new URLSearchParams({ timeZone: HERE }).toString()),
    );
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /as on this device/ })).toBeNull(),
    );
  });
});
