import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { updateAttachmentSettings } from '#shared/api/attachments.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The screen on which people set what others may send to them. docs/product/attachments.md#what-people-may-send */

const settings = {
  userId: ana.id,
  paidResponsePrice: cents(2_500),
  paidResponseCommitment: 10,
};

beforeEach(() =>
  serve(viewInboundSettings, () => success(viewInboundSettings, { data: [settings] })),
);

const theSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const valuesOf = async () =>
  Promise.all(
    ['Pictures and PDFs', 'Blur pictures at first', 'Voice questions'].map(
      async (name) => (await theSwitch(name)).checked,
    ),
  );

async function openSettings() {
  const opened = await openScreen(paths.attachmentSettings(), ana);
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...opened, save };
}

test('before the first change, pictures and PDFs are taken, unblurred, and recordings are not', async () => {
  await openSettings();
  expect(await valuesOf()).toEqual([true, false, false]);
});

test('the stored settings are shown, with the limits of what can be sent', async () => {
  serve(viewInboundSettings, () =>
    success(viewInboundSettings, {
      data: [{ ...settings, takesPictures: true, blursPictures: true, takesVoice: true }],
    }),
  );
  await openSettings();
  expect(await valuesOf()).toEqual([true, true, true]);
  screen.getByText('Up to 4 of 10 MB each');
  screen.getByText(/^Up to 1 minute, beside at least 50 typed characters/);
  screen.getByText(/The 200 typed characters stay/);
});

test('saving sends all three settings, and leads back', async () => {
  serve(updateAttachmentSettings, () => success(updateAttachmentSettings, {}));
  const { user, save, pathname } = await openSettings();
  await user.click(await theSwitch('Voice questions'));
  await user.click(await theSwitch('Pictures and PDFs'));
  await save();
  await waitFor(() => expect(pathname()).toBe(paths.inboundMessageConfig()));
  const [sent] = callsOf(updateAttachmentSettings);
  expect(Object.fromEntries(sent?.input ?? [])).toEqual({
    takesPictures: 'false',
    blursPictures: 'false',
    takesVoice: 'true',
  });
});

test('a refusal is said, and the switches stay as they were set', async () => {
  serve(updateAttachmentSettings, () => refusal('UNAVAILABLE'));
  const { user, save, pathname } = await openSettings();
  await user.click(await theSwitch('Blur pictures at first'));
  await save();
  await screen.findByText(/^Error while saving what people may send/);
  expect(await valuesOf()).toEqual([true, true, false]);
  expect(pathname()).toBe(paths.attachmentSettings());
});

test('a lost response is found done by the screen itself: the settings are sent again', async () => {
  let isFirst = true;
  serve(updateAttachmentSettings, () => {
    if (!isFirst) return success(updateAttachmentSettings, {});
    isFirst = false;
    return lost();
  });
  const { user, save, pathname } = await openSettings();
  await user.click(await theSwitch('Voice questions'));
  await save();
  await waitFor(() => expect(pathname()).toBe(paths.inboundMessageConfig()));
  const inputs = callsOf(updateAttachmentSettings).map(({ input }) => input.toString());
  expect(inputs).toHaveLength(2);
  expect(new Set(inputs).size).toBe(1);
});
