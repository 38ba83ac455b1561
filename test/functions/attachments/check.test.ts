import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { handler as checkAttachment } from '#functions/events/checkAttachment.ts';
import { attachmentKey } from '#functions/storage/keys.ts';
import { type LocalFile, sendForm } from '#lib/local/deeds/attachments.ts';
import { FILE_BYTES_MAX, REFUSED_FILES } from '#shared/rules/attachments/attachments.ts';
import { MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { JPEG, PNG, pdfFile, pdfOf } from '../../support/file-fixtures.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The check of an uploaded file. docs/product/attachments.md#the-check */

const world = worldOfFile();

async function two() {
  return { ben: await newPerson(world), ana: await newPerson(world, { price: PRICE }) };
}

/** What an upload of this file becomes. */
async function checked(file: LocalFile) {
  const { ben, ana } = await two();
  const id = await ben.attaches(file, { to: ana });
  return stateOf(ben, id);
}

async function stateOf(person: Person, id: string) {
  const [view] = (await person.unsentFiles([id])).data;
  if (!view) throw new Error('the attachment is gone');
  return view;
}

const kept = (id: string, part = 'whole') =>
  Buffer.from(world.media.get(`attachments/${id}/${part}`)?.body ?? []);

describe('a picture', () => {
  test('is kept upright and without its place, its camera and what was behind it', async () => {
    const content = Buffer.concat([
      await sharp(JPEG.content)
        .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      Buffer.from('PK\u0003\u0004 a second file'),
    ]);
    const view = await checked({ ...JPEG, content });
    expect(view).toMatchObject({ state: 'ready', type: 'image/jpeg', width: 48, height: 64 });
    const { exif, orientation, icc } = await sharp(kept(view.id)).metadata();
    expect({ exif, orientation, icc }).toEqual({});
    expect(kept(view.id).includes('second file')).toBe(false);
  });

  test('in PNG or WebP stays one, with a thumbnail in JPEG', async () => {
    expect(await checked(PNG)).toMatchObject({ state: 'ready', type: 'image/png' });
    const webp = await sharp(JPEG.content).webp().toBuffer();
    const view = await checked({ ...JPEG, type: 'image/webp', content: webp });
    expect(view).toMatchObject({ state: 'ready', type: 'image/webp', width: 64, height: 48 });
    expect((await sharp(kept(view.id, 'thumbnail')).metadata()).format).toBe('jpeg');
  });

  test('is named by its content, whatever it calls itself', async () => {
    expect(await checked({ ...JPEG, type: 'image/png' })).toMatchObject({ type: 'image/jpeg' });
  });

  test('that moves, is too large, broken or no picture at all is refused with its reason', async () => {
    // The header of a WebP file with frames.
    const frames = Buffer.concat([
      Buffer.from('RIFF\u0016\0\0\0WEBPVP8X\u000a\0\0\0', 'latin1'),
      Buffer.from([2, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
    ]);
    const wide = await sharp({
      create: { width: 10_000, height: 5_001, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    const moving = await checked({ ...JPEG, type: 'image/webp', content: frames });
    expect([moving.state, moving.reason]).toEqual(['refused', 'MOVING_PICTURE']);
    expect(await checked({ ...PNG, content: wide })).toMatchObject({ reason: 'TOO_MANY_PIXELS' });
    for (const content of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      JPEG.content.slice(0, 200),
      await pdfOf('A PDF'),
    ])
      expect(await checked({ ...JPEG, content })).toMatchObject({ reason: 'NOT_A_PICTURE' });
  });
});

/** A PDF with these objects beside one page; `more` is written as it is. */
function craftedPdf(more: string, catalog = ''): Uint8Array {
  const objects = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n',
  ];
  let body = '%PDF-1.7\n';
  const places = objects.map((object) => {
    const place = body.length;
    body += object;
    return place;
  });
  body += more;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

const objectStream = (content: string, dictionary = '/Type /ObjStm', more = '') =>
  storedStream(
    `${dictionary} /N 1 /First 4 /Filter /FlateDecode ${more}`,
    deflateSync(content).toString('latin1'),
  );

const storedStream = (dictionary: string, content: string) =>
  `9 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;

const packed = (content: string) => deflateSync(content).toString('latin1');

const HIDDEN_SCRIPT = '4 0 << /S /JavaScript >>';

describe('a PDF', () => {
  test('is kept as it is, with its number of pages', async () => {
    const content = await pdfOf('One', 'Two');
    const view = await checked(pdfFile(content));
    expect(view).toMatchObject({ state: 'ready', pages: 2, bytes: content.length });
    expect(kept(view.id)).toEqual(Buffer.from(content));
    expect(await checked(pdfFile(craftedPdf('')))).toMatchObject({ state: 'ready', pages: 1 });
  });

  test.each([
    ['a script when it opens', craftedPdf('', '/OpenAction << /S /JavaScript /JS (x) >>')],
    [
      'an address that it opens by itself',
      craftedPdf('', '/OpenAction << /S /URI /URI (https://example.com) >>'),
    ],
    ['an escaped name', craftedPdf('', '/Names << /J#61vaScript 5 0 R >>')],
    ['an action of a page', craftedPdf('4 0 obj\n<< /AA << /O 5 0 R >> >>\nendobj\n')],
    ['a program to start', craftedPdf('4 0 obj\n<< /S /Launch /F (cmd) >>\nendobj\n')],
    ['another file', craftedPdf('4 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n')],
    ['a form in XML', craftedPdf('', '/AcroForm << /XFA 5 0 R >>')],
    ['a script in an object stream', craftedPdf(objectStream('4 0 << /S /JavaScript >>'))],
    [
      'a script in an object stream with escaped names',
      craftedPdf(objectStream('4 0 << /S /JavaScript >>', '/Type /Obj#53tm')),
    ],
    [
      'a script in an object stream that calls itself something else',
      craftedPdf(objectStream('4 0 << /S /Java#53cript >>', '/Type /Other')),
    ],
    [
      'a script in an object stream that calls itself a picture',
      craftedPdf(objectStream(HIDDEN_SCRIPT, '/Type /ObjStm /Subtype /Image')),
    ],
    [
      'a script in an object stream whose dictionary names another object',
      craftedPdf(objectStream(HIDDEN_SCRIPT, '/Type /ObjStm', '/X ( obj)')),
    ],
    [
      'a script in an object stream whose word for a stream has a blank after it',
      craftedPdf(objectStream(HIDDEN_SCRIPT).replace('stream\n', 'stream \r')),
    ],
    [
      'a script in an object stream that states nothing but the number of its objects',
      craftedPdf(
        storedStream('/N 1 /Filter /FlateDecode', deflateSync(HIDDEN_SCRIPT).toString('latin1')),
      ),
    ],
    [
      'a script in an object stream whose names end with a zero byte',
      craftedPdf(objectStream('4 0 << /S /JavaScript\0 >>')),
    ],
    ['a name that ends with a zero byte', craftedPdf('4 0 obj\n<< /S /JavaScript\0 >>\nendobj\n')],
    [
      'a script after a comment that reads like the beginning of a stream',
      craftedPdf('% stream\n4 0%\nobj\n<< /S /JavaScript >>\nendobj\n'),
    ],
    ['a script in an array', craftedPdf('4 0obj[<< /S /JavaScript >>]endobj\n')],
    [
      'a script in an object stream after blanks and a comment',
      craftedPdf(objectStream(`${' '.repeat(90)}%\n${HIDDEN_SCRIPT}`, '/Type /Other')),
    ],
    [
      'an object inside of a stream',
      craftedPdf(
        '4 0 obj\n<< /Length 40 >>\nstream\n7 0 obj << /JS (x) >> endobj\nendstream\nendobj\n',
      ),
    ],
  ])('with %s is refused', async (_, content) => {
    expect(await checked(pdfFile(content))).toMatchObject({ reason: 'PDF_ACTIVE' });
  });

  test('that is locked, too long, broken or no PDF at all is refused with its reason', async () => {
    const locked = Buffer.from(
      Buffer.from(craftedPdf('')).toString('latin1').replace('/Size 4', '/Encrypt 5 0 R /Size 4'),
      'latin1',
    );
    expect(await checked(pdfFile(locked))).toMatchObject({ reason: 'PDF_LOCKED' });
    const long = await pdfOf(...Array(201).fill('Page'));
    expect(await checked(pdfFile(long))).toMatchObject({ reason: 'PDF_TOO_LONG' });
    for (const content of [
      Buffer.from('%PDF-1.7\nnothing'),
      JPEG.content,
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from(craftedPdf(''))]),
    ])
      expect(await checked(pdfFile(content))).toMatchObject({ reason: 'NOT_A_PDF' });
  });

  test('whose streams contain far more than they take is refused, not unpacked', async () => {
    const bomb = objectStream(`4 0 ${' '.repeat(30_000_000)}`);
    const bombs = objectStream(`q ${' '.repeat(30_000_000)}`, '/Type /Other').repeat(6);
    const profile = storedStream('/N 3 /Filter /FlateDecode', packed(' '.repeat(30_000_000)));
    for (const streams of [bomb, bombs, profile.repeat(6)])
      expect(await checked(pdfFile(craftedPdf(streams)))).toMatchObject({ reason: 'NOT_A_PDF' });
  });

  test.each([
    ['objects that do not end', '9 0 obj\n[ '.repeat(300_000)],
    [
      'objects inside of strings inside of objects',
      '9 0 obj\n[('.repeat(100_000) + ')]'.repeat(100_000),
    ],
    ['a comment in which objects begin', `%${'9 0 obj%'.repeat(300_000)}\n`],
    [
      'object streams without end',
      objectStream(HIDDEN_SCRIPT.replace('/JavaScript', '/X')).repeat(20_001),
    ],
  ])('with %s is refused, and looked through once', async (_, more) => {
    expect(await checked(pdfFile(craftedPdf(more)))).toMatchObject({ reason: 'NOT_A_PDF' });
  });

  test('with a large dark picture is kept', async () => {
    const dark = deflateSync(Buffer.alloc(30_000_000)).toString('latin1');
    const image = '/Type /XObject /Subtype /Image /Filter /FlateDecode';
    const pdf = craftedPdf(storedStream(image, dark));
    expect(await checked(pdfFile(pdf))).toMatchObject({ state: 'ready', pages: 1 });
  });

  test.each(['[3 0 R /Fit]', '<< /S /GoTo /D [3 0 R /Fit] >>'])(
    'that opens at a page, by %s, is kept',
    async (opening) => {
      const pdf = craftedPdf('', `/OpenAction ${opening}`);
      expect(await checked(pdfFile(pdf))).toMatchObject({ state: 'ready' });
    },
  );

  const hex = Buffer.from(HIDDEN_SCRIPT).toString('hex');
  const places = '/Type /ObjStm /N 1 /First 4';
  test.each([
    ['is not packed', `${places}`, HIDDEN_SCRIPT],
    ['is hexadecimal', `${places} /Filter /ASCIIHexDecode`, hex],
    [
      'is hexadecimal and calls itself something else',
      '/N 1 /First 4 /Filter /ASCIIHexDecode',
      hex,
    ],
    ['is hexadecimal, by the short name of its filter', `${places} /F /ASCIIHexDecode`, hex],
    ['is in ASCII85', `${places} /Filter /ASCII85Decode`, '1bpgf;e^+j/O4(=ATA7s/M~>'],
    ['is packed by LZW', `${places} /Filter /LZWDecode`, '\x80\x0d\x08'],
    ['has a chain of filters', `${places} /Filter [/FlateDecode /ASCIIHexDecode]`, packed(hex)],
    ['has its filter elsewhere', `${places} /Filter 8 0 R`, packed(HIDDEN_SCRIPT)],
    [
      'has two filters',
      `${places} /Filter /FlateDecode /Filter /ASCIIHexDecode`,
      packed('4 0 <<>>'),
    ],
    [
      'has a filter that is the value of something else',
      `${places} /X /Filter /FlateDecode 1`,
      hex,
    ],
    ['has parameters', `${places} /Filter /FlateDecode /DecodeParms 8 0 R`, packed(HIDDEN_SCRIPT)],
    [
      'is hexadecimal after a string that names an object',
      `${places} /Filter /ASCIIHexDecode /X ( obj)`,
      hex,
    ],
    [
      'is hexadecimal after a string that begins a stream',
      `${places} /Filter /ASCIIHexDecode /X (stream\n)`,
      hex,
    ],
    ['is cut off', `${places} /Filter /FlateDecode`, 'x'],
  ])('with an object stream that %s is refused', async (_, dictionary, content) => {
    const pdf = craftedPdf(storedStream(dictionary, content));
    expect(await checked(pdfFile(pdf))).toMatchObject({ reason: 'NOT_A_PDF' });
  });

  test.each([
    ['a word that readers pass over', '4 0 obj\n[ stream\n<< /S /JavaScript >> ]\nendobj\n'],
    ['a bracket that closes nothing', '4 0 obj\n[ >> << /S /JavaScript >> ]\nendobj\n'],
    ['a string that does not end', '4 0 obj\n<< /X (a >>\nendobj\n'],
    ['a stream that begins in the line of its word', '4 0 obj\n<< >> stream %\nendstream\n'],
  ])('with an object that breaks the grammar by %s is refused', async (_, more) => {
    expect(await checked(pdfFile(craftedPdf(more)))).toMatchObject({ reason: 'NOT_A_PDF' });
  });

  test.each([
    [
      'Word',
      '/Type/ObjStm/N 7/First 46/Filter/FlateDecode',
      '<</Title(A letter \\(draft)/Lang(en-US) >>',
    ],
    [
      'Acrobat',
      '/Filter/FlateDecode/First 4/N 1/Type/ObjStm',
      '<</Names 5 0 R/Note(/JavaScript \\))>>',
    ],
    [
      'Quartz',
      '/Filter /FlateDecode /Type /ObjStm /N 1 /First 4',
      '<< /Info <feff0041> /ID [ <00> <01> ] >>',
    ],
    [
      'LaTeX',
      '/Type /ObjStm\n/N 100\n/First 807\n',
      '<< /Kids [5 0 R] /F (\\050) % comment (\n /X -.5 >>',
    ],
    ['Chrome', '/N 3 /Alternate /DeviceRGB', '<</Type /Font /W [0 [1 2.5]] /Y true /Z null>>'],
  ])('of %s is kept', async (_, dictionary, object) => {
    const more = `7 0 obj\n${object}\nendobj\n8 0 obj\n5\nendobj\n`;
    const filter = dictionary.includes('/Filter') ? '' : '/Filter [/FlateDecode]';
    const stream = storedStream(`${dictionary}${filter}`, packed('4 0 << /Type /Font >>'));
    expect(await checked(pdfFile(craftedPdf(more + stream)))).toMatchObject({ state: 'ready' });
  });
});

test('every reason has a sentence, and the largest file is 10 MB', () => {
  for (const sentence of Object.values(REFUSED_FILES)) expect(sentence).toMatch(/\.$/);
  expect(FILE_BYTES_MAX).toBe(10_000_000);
});

/** The event of an upload that was not told yet. */
const eventOf = (key: string, sequencer: string, etag: string) => ({
  detail: { bucket: { name: 'media' }, object: { key, size: 1, etag, sequencer } },
});

describe('checkAttachment', () => {
  test('deletes the upload, and nothing changes when S3 tells of it again', async () => {
    const { ben, ana } = await two();
    const id = await ben.attaches(JPEG, { to: ana });
    const key = `uploads/${ben.id}/${id}`;
    expect(world.media.get(key)).toBeUndefined();
    const before = await stateOf(ben, id);
    await checkAttachment(eventOf(key, 'again', 'x') as never, lambdaContext());
    expect({ ...(await stateOf(ben, id)), url: 0, thumbnailUrl: 0 }).toEqual({
      ...before,
      url: 0,
      thumbnailUrl: 0,
    });
  });

  test('does not take a second upload for the file of an attachment that is ready', async () => {
    const { ben, ana } = await two();
    const { attachmentId, upload } = await ben.choosesFile(
      { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: JPEG.content.length },
      { to: ana },
    );
    await sendForm(upload, JPEG);
    const { sha256 } = await stateOf(ben, attachmentId);
    await sendForm(upload, { ...JPEG, content: JPEG.content.toReversed() });
    expect(await stateOf(ben, attachmentId)).toMatchObject({ state: 'ready', sha256 });
    expect(world.media.get(`uploads/${ben.id}/${attachmentId}`)).toBeUndefined();
  });

  test('deletes an upload that arrives after its attachment was removed', async () => {
    const { ben, ana } = await two();
    const { attachmentId, upload } = await ben.choosesFile(
      { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: JPEG.content.length },
      { to: ana },
    );
    await ben.removesFile(attachmentId);
    await sendForm(upload, JPEG);
    expect(world.media.get(`uploads/${ben.id}/${attachmentId}`)).toBeUndefined();
    expect(world.media.keysWith(`attachments/${attachmentId}/`)).toEqual([]);
  });

  test('ends without an error when its attachment is removed meanwhile', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(
      { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: JPEG.content.length },
      { to: ana },
    );
    const key = `uploads/${ben.id}/${attachmentId}`;
    world.media.put(key, { type: 'image/jpeg', body: JPEG.content });
    const event = eventOf(key, 'one', etagOf(JPEG.content)) as never;
    await world.overtaken(() => checkAttachment(event, lambdaContext()), {
      at: attachmentKey(ben.id, attachmentId),
      by: () => ben.removesFile(attachmentId),
      when: 'after',
    });
    expect(world.media.get(key)).toBeUndefined();
    expect(world.media.keysWith(`attachments/${attachmentId}/`)).toEqual([]);
  });

  test('ends with the same file, wherever it stops before it is called again', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { ben, ana } = await two();
      const { attachmentId } = await ben.choosesFile(
        { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: JPEG.content.length },
        { to: ana },
      );
      const key = `uploads/${ben.id}/${attachmentId}`;
      world.media.put(key, { type: 'image/jpeg', body: JPEG.content });
      const etag = etagOf(JPEG.content);
      const event = eventOf(key, 'one', etag) as never;
      await crash(() => checkAttachment(event, lambdaContext()));
      await checkAttachment(event, lambdaContext());
      const { state, sha256 } = await stateOf(ben, attachmentId);
      expect(state).toBe('ready');
      expect(sha256).toBe(sha256Of(kept(attachmentId)));
      expect(world.media.get(key)).toBeUndefined();
    });
  });

  test('leaves a check alone that another upload has begun, and begins itself once that is over', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(
      { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: JPEG.content.length },
      { to: ana },
    );
    const key = `uploads/${ben.id}/${attachmentId}`;
    world.media.put(key, { type: 'image/jpeg', body: JPEG.content });
    const etag = etagOf(JPEG.content);
    const first = checkAttachment(eventOf(key, 'one', 'replaced') as never, lambdaContext());
    await expect(first).rejects.toThrow('gone');
    const second = () => checkAttachment(eventOf(key, 'two', etag) as never, lambdaContext());
    await expect(second()).rejects.toThrow('being checked');
    world.advance(MINUTE);
    await second();
    expect(await stateOf(ben, attachmentId)).toMatchObject({ state: 'ready' });
  });

  test('is shown as not checked when it does not end within ten minutes', async () => {
    const { ben, ana } = await two();
    const { attachmentId } = await ben.choosesFile(
      { kind: 'picture', name: 'a', type: 'image/jpeg', bytes: 9 },
      { to: ana },
    );
    const key = `uploads/${ben.id}/${attachmentId}`;
    const never = checkAttachment(eventOf(key, 'one', 'gone') as never, lambdaContext());
    await expect(never).rejects.toThrow();
    expect(await stateOf(ben, attachmentId)).toMatchObject({ state: 'checking' });
    world.advance(11 * MINUTE);
    expect(await stateOf(ben, attachmentId)).toMatchObject({
      state: 'refused',
      reason: 'NOT_CHECKED',
    });
  });
});

const etagOf = (content: Uint8Array) => createHash('md5').update(content).digest('hex');
const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('base64url');
