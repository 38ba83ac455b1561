import { describe, expect, test } from '@jest/globals';
import { PRICE } from '../../support/orders.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What people may send. docs/product/attachments.md#what-people-may-send */

const world = worldOfFile();

const withoutAttachments = async (deed: () => Promise<void>) => {
  const { SETTINGS = '' } = process.env;
  process.env.SETTINGS = JSON.stringify({ ...JSON.parse(SETTINGS), attachments: false });
  await deed();
  process.env.SETTINGS = SETTINGS;
};

describe('what people may send', () => {
  test('is pictures and PDFs, unblurred, and no recordings, until the person changes it', async () => {
    const ana = await newPerson(world, { price: PRICE });
    expect(await ana.offer()).toMatchObject({
      takesPictures: true,
      blursPictures: false,
      takesVoice: false,
    });
    const profile = await visitor().profileOf(ana);
    expect(profile).toMatchObject({ takesPictures: true, takesVoice: false });
    expect(profile).not.toHaveProperty('blursPictures');
  });

  test('is changed by updateAttachmentSettings, for the person and on the profile', async () => {
    const ana = await newPerson(world, { price: PRICE });
    await ana.setsAttachments({ takesPictures: false, blursPictures: true, takesVoice: true });
    expect(await ana.offer()).toMatchObject({
      takesPictures: false,
      blursPictures: true,
      takesVoice: true,
    });
    expect(await visitor().profileOf(ana)).toMatchObject({
      takesPictures: false,
      takesVoice: true,
    });
  });

  test('is not shown, and cannot be changed, while the stage has attachments turned off', async () => {
    const ana = await newPerson(world, { price: PRICE });
    await withoutAttachments(async () => {
      await expectRefused(ana.setsAttachments({ takesPictures: false }), 403, 'FORBIDDEN');
      expect(await ana.offer()).not.toHaveProperty('takesPictures');
      expect(await visitor().profileOf(ana)).not.toHaveProperty('takesPictures');
    });
    expect(await ana.offer()).toMatchObject({ takesPictures: true });
  });

  test('is refused unless all of it is said', async () => {
    const ana = await newPerson(world);
    await expectRefused(
      ana.does('updateAttachmentSettings', { takesPictures: 'true', takesVoice: 'maybe' }),
      400,
      'INVALID_INPUT',
      {
        blursPictures: 'Please say whether pictures are blurred at first',
        takesVoice: 'Please say whether people can send you recordings',
      },
    );
  });
});
