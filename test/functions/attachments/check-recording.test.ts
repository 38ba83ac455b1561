import { expect, test } from '@jest/globals';
import { checkRecording } from '#functions/attachments/check-recording.ts';
import { recordings } from '#test/support/recordings.ts';

/* What can be inside of a recording is in test/rules/recordings. */

test('a recording of any browser is kept as MP4, with its length rounded up', async () => {
  for (const file of Object.values(recordings)) {
    const checked = await checkRecording(file(), 180);
    expect(checked).toMatchObject({ type: 'audio/mp4', seconds: 4 });
  }
});

test('a recording that was stopped at the limit is as long as the limit', async () => {
  expect(await checkRecording(recordings.firefoxOgg(), 3)).toMatchObject({ seconds: 3 });
});

test('a longer one, and anything else, is refused with its reason', async () => {
  expect(await checkRecording(recordings.firefoxOgg(), 1)).toBe('RECORDING_TOO_LONG');
  expect(await checkRecording(new Uint8Array(2_000), 180)).toBe('NOT_A_RECORDING');
});
