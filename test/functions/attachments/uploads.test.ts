import { describe, expect, jest, test } from '@jest/globals';
import { type ChosenFile, type LocalFile, sendForm } from '#lib/local/deeds/attachments.ts';
import { MINUTE } from '#shared/time.ts';
import { JPEG } from '../../support/file-fixtures.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Beginning, viewing and removing attachments before they are sent. docs/product/attachments.md */

const world = worldOfFile();

const PICTURE: ChosenFile = { kind: 'picture', name: 'a.jpg', type: 'image/jpeg', bytes: 1_000 };

async function two() {
  return { ben: await newPerson(world), ana: await newPerson(world, { price: PRICE }) };
}

const policyOf = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString()) as {
    conditions: readonly unknown[];
  };

describe('createAttachment', () => {
  test('signs a form for exactly the chosen file', async () => {
    const { ben, ana } = await two();
    const { attachmentId, upload, uploadUntil } = await ben.choosesFile(PICTURE, { to: ana });
    const { conditions } = policyOf(upload);
    expect(conditions).toContainEqual({ key: `uploads/${ben.id}/${attachmentId}` });
    expect(conditions).toContainEqual({ 'Content-Type': 'image/jpeg' });
    expect(conditions).toContainEqual(['content-length-range', 1_000, 1_000]);
    const left = Date.parse(uploadUntil) - world.now();
    expect(Math.round(left / MINUTE)).toBe(30);
  });

  test('returns a new form for the same attachment when its key is repeated', async () => {
    const { ben, ana } = await two();
    const first = await ben.choosesFile(PICTURE, { to: ana }, { key: 'one' });
    world.advance(5 * MINUTE);
    const again = await ben.choosesFile(PICTURE, { to: ana }, { key: 'one' });
    expect(again.attachmentId).toBe(first.attachmentId);
    expect(Date.parse(again.uploadUntil)).toBeGreaterThan(Date.parse(first.uploadUntil));
  });

  test('refuses a larger file, another type and a type of another kind, each at its field', async () => {
    const { ben, ana } = await two();
    const refuses = (changed: Partial<ChosenFile>, says: object) =>
      expectRefused(
        ben.choosesFile({ ...PICTURE, ...changed }, { to: ana }),
        400,
        'INVALID_INPUT',
        says,
      );
    await refuses({ bytes: 10_000_001 }, { bytes: 'The limit is 10 MB.' });
    await refuses(
      { type: 'image/svg+xml' },
      { type: 'Attach a JPEG, PNG or WebP picture, or a PDF' },
    );
    await refuses(
      { type: 'application/pdf' },
      { type: 'This type of file doesn’t go with its kind' },
    );
    await refuses({ name: ' ' }, { name: 'Please send the name of the file' });
  });

  test('refuses a person who is not there and a conversation of other people', async () => {
    const { ben } = await two();
    const order = await pendingOrder(world);
    const nobody = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    await expectRefused(ben.choosesFile(PICTURE, { to: nobody }), 404, 'NOT_FOUND');
    await expectRefused(ben.choosesFile(PICTURE, { in: order }), 404, 'NOT_FOUND');
  });

  test('refuses every file while the stage has attachments turned off', async () => {
    const { ben, ana } = await two();
    const { SETTINGS = '' } = process.env;
    process.env.SETTINGS = JSON.stringify({ ...JSON.parse(SETTINGS), attachments: false });
    await expectRefused(ben.choosesFile(PICTURE, { to: ana }), 403, 'FORBIDDEN');
    process.env.SETTINGS = SETTINGS;
  });
});

describe('the form of an upload', () => {
  const sends = async (
    changed: Partial<LocalFile>,
    fields: Readonly<Record<string, string>> = {},
  ) => {
    const { ben, ana } = await two();
    const { content, ...file } = JPEG;
    const chosen = { ...file, bytes: content.length };
    const { attachmentId, upload } = await ben.choosesFile(chosen, { to: ana });
    const form = { ...upload, fields: { ...upload.fields, ...fields } };
    const { status } = await sendForm(form, { ...JPEG, ...changed });
    const [unsent] = (await ben.unsentFiles([attachmentId])).data;
    return { status, state: unsent?.state };
  };

  test.each([
    ['a larger file', 400, { content: Uint8Array.from([...JPEG.content, 0]) }, {}],
    ['a smaller file', 400, { content: JPEG.content.slice(1) }, {}],
    ['another type', 403, {}, { 'Content-Type': 'text/html' }],
    ['another key', 403, {}, { key: 'attachments/other/whole' }],
    ['another policy', 403, {}, { policy: Buffer.from('{}').toString('base64') }],
    ['a further field', 403, {}, { acl: 'public-read' }],
  ] as const)('is refused with %s, and nothing is stored', async (_name, status, file, fields) => {
    expect(await sends(file, fields)).toEqual({ status, state: 'uploading' });
  });

  test('is refused once it has ended', async () => {
    const { ben, ana } = await two();
    const { content, ...file } = JPEG;
    const { upload } = await ben.choosesFile({ ...file, bytes: content.length }, { to: ana });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * MINUTE);
    const { status } = await sendForm(upload, JPEG);
    now.mockRestore();
    expect(status).toBe(403);
  });
});

describe('viewAttachments', () => {
  test('shows the caller’s own attachments, and nobody else’s', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(PICTURE, { to: ana });
    expect((await ben.unsentFiles([attachmentId])).data).toMatchObject([
      { id: attachmentId, state: 'uploading', name: 'a.jpg', bytes: 1_000 },
    ]);
    expect((await ana.unsentFiles([attachmentId])).data).toEqual([]);
  });
});

describe('deleteAttachment', () => {
  test('removes an attachment for good, also when it is repeated', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(PICTURE, { to: ana });
    await ben.removesFile(attachmentId);
    await ben.removesFile(attachmentId);
    expect((await ben.unsentFiles([attachmentId])).data).toEqual([]);
  });

  test('leaves the attachments of other people alone', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(PICTURE, { to: ana });
    await ana.removesFile(attachmentId);
    expect((await ben.unsentFiles([attachmentId])).data).toHaveLength(1);
  });
});

describe('a draft', () => {
  test('keeps the attachments that it was saved with, until it is saved with others', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(PICTURE, { to: ana });
    const first = await ben.savesDraft(ana, { attachments: [attachmentId] });
    expect(first).toMatchObject({ attachments: [attachmentId] });
    const second = await ben.savesDraft(ana, { text: '<p>More</p>', draft: first });
    expect(second).toMatchObject({ attachments: [attachmentId] });
    const third = await ben.savesDraft(ana, { attachments: [], draft: second });
    expect(third).not.toHaveProperty('attachments');
  });

  test('of an answer keeps its attachments and the picture between its paragraphs', async () => {
    const { recipient, order } = await pendingOrder(world);
    const { attachmentId } = await recipient.choosesFile(PICTURE, { in: order });
    const placedPictures = [{ attachmentId, position: 1, caption: 'The north wall' }];
    const attached = { attachments: [attachmentId], placedPictures };
    await recipient.savesAnswerDraft(order, attached);
    expect(await recipient.answerDraft(order)).toMatchObject(attached);
  });
});
