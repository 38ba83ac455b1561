import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { viewEmail } from '#shared/api/email.ts';
import {
  updateNotificationSettings,
  viewNotificationSettings,
} from '#shared/api/notification-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { EVENT_SETTINGS, STAGE_SETTINGS } from '#shared/rules/notifications/event-settings.ts';
import {
  SWITCH_DEFAULTS,
  SWITCHES,
  type SwitchName,
} from '#shared/rules/notifications/notification-settings.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The notification settings in jsdom: what is shown, saved at once, and shown as before if it could not be saved. */

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const NIGHT = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };

const NO_EMAIL = { offered: true, address: null, suppressed: null };

/** Opens the settings with a server that keeps what it is sent. */
async function openSettings(
  quietHours: typeof NIGHT | null = null,
  email: Output<typeof viewEmail>['data'][number] = NO_EMAIL,
) {
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
  serve(viewEmail, () => success(viewEmail, { data: [email] }));
  const opened = await openScreen(paths.notificationSettings(), ana);
  await screen.findByRole('heading', { name: 'Quiet hours' });
  return opened;
}

/** Opens the details of each kind, and the two folded parts. */
function unfold(): void {
  for (const button of screen.getAllByRole('button', { name: /details?, / }))
    if (button.getAttribute('aria-expanded') === 'false') fireEvent.click(button);
  for (const part of document.querySelectorAll('details')) part.open = true;
}

async function openDetails() {
  const opened = await openSettings();
  unfold();
  return opened;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

const theSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const sent = () => callsOf(updateNotificationSettings).map(({ input }) => input.toString());

describe('the notification settings', () => {
  test('show four kinds with a box for each channel, and every event in their details', async () => {
    await openSettings();
    expect(
      screen.getAllByRole('rowheader', { name: /A letter|An answer|Your money|Time/ }),
    ).toHaveLength(4);
    for (const kind of [
      'A letter for you',
      'An answer to you',
      'Your money',
      'Time is running out',
    ])
      for (const channel of ['Push', 'Email', 'Text'])
        expect(box(`${kind}, ${channel}`).checked).toBe(true);
    unfold();
    const titles = Object.values(EVENT_SETTINGS).flatMap((setting) =>
      'title' in setting ? [setting.title] : [],
    );
    const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(rows).toEqual(expect.arrayContaining(titles));
    for (const { title } of Object.values(STAGE_SETTINGS)) screen.getByLabelText(title);
    // Every switch has a box, and so has each kind and channel; the stages, quiet hours and text messages have switches.
    const stages = Object.keys(STAGE_SETTINGS).length;
    const inTables = screen.getAllByRole('checkbox').filter((one) => one.closest('table'));
    // The first lines in emails have a switch beside the address, once there is one.
    expect(inTables).toHaveLength(SWITCHES.length - stages - 1 + 12);
    expect(screen.getAllByRole('switch')).toHaveLength(stages + 2);
    expect(theSwitch('24 hours after the payment').checked).toBe(false);
    expect(theSwitch('48 hours before the deadline').checked).toBe(true);
  });

  test('offer no box for what protects the account', async () => {
    await openDetails();
    const row = screen.getByRole('row', { name: /My phone number has changed/ });
    expect(within(row).queryAllByRole('checkbox')).toEqual([]);
    expect(within(row).getAllByText('Always')).toHaveLength(3);
  });

  test('save a box at once, with the keyboard too', async () => {
    const { user } = await openDetails();
    await user.click(box('A chat message, Push'));
    theSwitch('On day 5').focus();
    await user.keyboard(' ');
    await waitFor(() =>
      expect(sent()).toEqual(['turnOff=push%3Achat.messageSent', 'turnOn=reminder%3ADAY_5']),
    );
    expect(box('A chat message, Push').checked).toBe(false);
    expect(theSwitch('On day 5').checked).toBe(true);
  });

  test('switch all details of a kind with its box, which has a dash if they differ', async () => {
    const { user } = await openDetails();
    await user.click(box('A letter for you, Email'));
    await waitFor(() =>
      expect(sent()).toEqual([
        'turnOff=email%3Aconversation.paid&turnOff=email%3Aconversation.infoGiven',
      ]),
    );
    expect(box('A paid letter arrives, Email').checked).toBe(false);
    await user.click(box('A paid letter arrives, Email'));
    expect(box('A letter for you, Email').indeterminate).toBe(true);
    await user.click(box('A letter for you, Email'));
    expect(box('A letter for you, Email').checked).toBe(true);
    expect(box('A letter for you, Email').indeterminate).toBe(false);
  });

  test('switch all text messages with one switch', async () => {
    const { user } = await openSettings();
    await user.click(screen.getByRole('switch', { name: /555/ }));
    for (const kind of [
      'A letter for you',
      'An answer to you',
      'Your money',
      'Time is running out',
    ])
      expect(box(`${kind}, Text`).checked).toBe(false);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toContain('turnOff=text%3Areminders');
  });

  test('save quick presses of a box one after the other, so that the last one counts', async () => {
    const { user } = await openDetails();
    for (let press = 1; press <= 3; press += 1) await user.click(box('A payout is paid, Push'));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(box('A payout is paid, Push').checked).toBe(false);
  });

  test.each([
    ['refused', () => refusal('TOO_MANY_REQUESTS'), /^This wasn’t saved. Too many attempts/],
    ['lost', lost, /^No confirmation came back/],
  ])(
    'show a box as before if the call is %s, with a sentence beside it',
    async (_how, answer, words) => {
      const { user } = await openDetails();
      serve(updateNotificationSettings, answer);
      await user.click(box('A chat message, Push'));
      const row = screen.getByRole('row', { name: /A chat message/ });
      await within(row).findByText(words);
      expect(box('A chat message, Push').checked).toBe(true);
    },
  );

  test('show what another device has switched once the answer comes', async () => {
    const { user } = await openDetails();
    const others: SwitchName = 'push:plan.ended';
    serve(updateNotificationSettings, () => {
      const on = SWITCHES.filter((name) => SWITCH_DEFAULTS.get(name) && name !== others);
      return success(updateNotificationSettings, { data: [{ version: 9, on, quietHours: null }] });
    });
    await user.click(theSwitch('48 hours before the deadline'));
    await waitFor(() => expect(box('My plan ends, Push').checked).toBe(false));
  });

  test.each([
    [{ address: null, suppressed: null }, 'No address yet, so nothing comes by email', 'Add'],
    [{ address: 'a@b.example', suppressed: null }, 'Confirmed · where no device gets it', 'Change'],
    [
      { address: 'a@b.example', suppressed: 'BOUNCE' },
      'Emails to it came back, so we send none',
      'Change',
    ],
    [
      { address: 'a@b.example', suppressed: 'COMPLAINT' },
      'One was called spam, so we send none',
      'Change',
    ],
  ] as const)('say whether email reaches the user: %j', async (email, words, link) => {
    await openSettings(null, { offered: true, ...email });
    await screen.findByText(words);
    screen.getByRole('link', { name: link });
  });
});

describe('the first lines in emails', () => {
  test('are left out until the user turns them on, beside the address', async () => {
    const address = { offered: true, address: 'a@b.example', suppressed: null };
    const { user } = await openSettings(null, address);
    const name = 'Show the first lines in emails';
    const shown = await screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(name) });
    expect(shown.checked).toBe(false);
    await user.click(shown);
    await waitFor(() => expect(sent()).toEqual(['turnOn=email%3AfirstLines']));
    expect(shown.checked).toBe(true);
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
      quiet: 'true',
      quietFrom: '22:00',
      quietTo: '08:15',
      timeZone: 'Asia/Tokyo',
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
