import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { listField } from '#lib/local/deeds/list-fields.ts';
import { repackRecording } from '#shared/recordings/repack-recording.ts';
import { VOICE } from '../../support/file-fixtures.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Recordings of answers and of letters. docs/product/attachments.md#voice */

const world = worldOfFile();

/** A letter that waits, and a recording that its recipient has uploaded for the answer. */
async function spoken() {
  const order = await pendingOrder(world);
  return { ...order, recording: await order.recipient.attaches(VOICE, { in: order }) };
}

const WORD_FOR_WORD = { declaration: 'SELF', recordingText: 'WORD_FOR_WORD' } as const;

type Spoken = Awaited<ReturnType<typeof spoken>>;

/** Answers with the recording, and says that the text is word for word. */
const answersAloud = ({ recipient, order, recording }: Spoken, key?: string) =>
  recipient.answers(order, { attachments: [recording], written: WORD_FOR_WORD, key });

const sha256 = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('base64url');

describe('an uploaded recording', () => {
  test('is kept as an MP4 with the waveform that the browser measured and its own length', async () => {
    const { recipient, recording } = await spoken();
    const [view] = (await recipient.unsentFiles([recording])).data;
    expect(view).toMatchObject({ state: 'ready', type: 'audio/mp4', seconds: 4 });
    expect(view?.peaks).toEqual(VOICE.peaks);
    expect((await fetch(view?.url ?? '')).headers.get('content-type')).toBe('audio/mp4');
  });

  test('that is no recording is refused with its reason', async () => {
    const { recipient, order } = await pendingOrder(world);
    const broken = { ...VOICE, content: VOICE.content.slice(0, 500) };
    const id = await recipient.attaches(broken, { in: order });
    const [view] = (await recipient.unsentFiles([id])).data;
    expect([view?.state, view?.reason]).toEqual(['refused', 'NOT_A_RECORDING']);
  });
});

describe('a spoken answer', () => {
  test('has its recording, what the text is of it, and the hash of both in its statement', async () => {
    const scene = await spoken();
    const answer = await answersAloud(scene);
    expect(answer.attachments).toMatchObject([
      { id: scene.recording, kind: 'voice', type: 'audio/mp4', seconds: 4, peaks: VOICE.peaks },
    ]);
    expect(answer.written?.recordingText).toBe('WORD_FOR_WORD');
    const { statement, hash } = await scene.sender.verifies({
      id: answer.written?.verificationId ?? '',
    });
    expect(statement).toContain('text of the recording: WORD_FOR_WORD');
    expect(statement).toContain(`file: ${answer.attachments?.[0]?.sha256}`);
    expect(sha256(statement ?? '')).toBe(hash);
    const [link] = (await scene.sender.fileLinks(scene.order)).data;
    const heard = Buffer.from(await (await fetch(link?.url ?? '')).arrayBuffer());
    expect(sha256(heard)).toBe(answer.attachments?.[0]?.sha256);
  });

  test('is refused at its field unless it says what the text is of the recording', async () => {
    const { recipient, order, recording } = await spoken();
    await expectRefused(
      recipient.answers(order, { attachments: [recording] }),
      400,
      'INVALID_INPUT',
      { recordingText: 'Please say whether the text is word for word or in short' },
    );
    expect((await recipient.inbox()).data).toMatchObject([{ status: 'PENDING' }]);
  });

  test('is refused at its field if its recording is not sent with it', async () => {
    const { recipient, order } = await spoken();
    await expectRefused(
      recipient.answers(order, { written: WORD_FOR_WORD }),
      400,
      'INVALID_INPUT',
      { recordingText: expect.stringContaining('recording of this answer is gone') },
    );
  });

  test('needs as many typed characters as any other', async () => {
    const { recipient, order, recording } = await spoken();
    const text = `<p>${'Short. '.repeat(20)}</p>`;
    await expectRefused(
      recipient.answers(order, { text, attachments: [recording], written: WORD_FOR_WORD }),
      400,
      'INVALID_INPUT',
    );
  });

  test('is the same answer if its reply is lost and the call is repeated', async () => {
    const scene = await spoken();
    const { result } = await world.losingTheReply((key) => answersAloud(scene, key));
    expect(result.attachments).toMatchObject([{ id: scene.recording }]);
    expect((await scene.sender.readsOrder(scene.order)).data).toHaveLength(2);
  });

  test('either has its recording or is not there, wherever the process stops', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const scene = await spoken();
      await crash(() => answersAloud(scene, 'once'));
      const answer = await answersAloud(scene, 'once');
      expect(answer.attachments).toMatchObject([{ id: scene.recording, kind: 'voice' }]);
      expect((await scene.sender.fileLinks(scene.order)).data).toMatchObject([
        { id: scene.recording },
      ]);
    });
  });

  test('keeps its recording when it is improved, and the improved one cannot have another', async () => {
    const scene = await spoken();
    const { sender, recipient, order } = scene;
    await answersAloud(scene);
    await sender.claims(order);
    const another = await recipient.attaches(VOICE, { in: order });
    const input = listField('attachments', [another]);
    await expectRefused(recipient.improves(order, { input }), 400, 'INVALID_INPUT', {
      attachments: expect.stringContaining('The one of your first answer stays'),
    });
    await recipient.improves(order);
    const messages = (await sender.readsOrder(order)).data;
    expect(messages.map(({ attachments = [] }) => attachments.length)).toEqual([0, 1, 0]);
  });
});

test('a free reply cannot have a recording, from neither side', async () => {
  const order = await answeredOrder(world);
  for (const person of [order.sender, order.recipient]) {
    const id = await person.attaches(VOICE, { in: order });
    await expectRefused(person.writes(order, { attachments: [id] }), 400, 'INVALID_INPUT', {
      attachments: expect.stringContaining('Recordings are for the paid answer'),
    });
  }
});

/** A recording for a letter to somebody who takes voice questions, and 50 typed characters. */
async function voiceQuestion() {
  const { ben, ana } = {
    ben: await newPerson(world),
    ana: await newPerson(world, { price: PRICE }),
  };
  await ana.setsAttachments({ takesVoice: true });
  const recording = await ben.attaches(VOICE, { to: ana });
  const pays = (text: string, key?: string) =>
    ben.pays(ana, { card: 'pm_card_visa', text, attachments: [recording], key });
  return { ben, ana, recording, pays };
}

const FIFTY = `<p>${'I say the rest. '.repeat(5)}</p>`;

describe('a voice question', () => {
  test('needs 50 typed characters, costs what a letter costs, and is heard by its recipient', async () => {
    const { ana, recording, pays } = await voiceQuestion();
    await expectRefused(pays('<p>I say the rest.</p>'), 400, 'INVALID_INPUT', {
      messageText: 'Please type at least 50 characters beside your recording',
    });
    const order = await pays(FIFTY);
    expect(order.price).toBe(25);
    const [question] = (await ana.readsInbox(order)).data;
    expect(question?.attachments).toMatchObject([{ id: recording, kind: 'voice', seconds: 4 }]);
    expect((await ana.fileLinks(order)).data).toMatchObject([{ id: recording }]);
  });

  test('is refused by somebody who takes none, and nothing is charged', async () => {
    const { ben, ana, pays } = await voiceQuestion();
    await ana.setsAttachments({});
    await expectRefused(
      pays(FIFTY),
      409,
      'NOT_ACCEPTING',
      'This person takes no voice questions. Nothing was charged. Delete the recording, and type what you say.',
    );
    expect((await ben.outbox()).data).toEqual([]);
  });

  test('is taken by somebody who takes no pictures', async () => {
    const { ana, recording, pays } = await voiceQuestion();
    await ana.setsAttachments({ takesPictures: false, takesVoice: true });
    const order = await pays(FIFTY);
    expect((await ana.fileLinks(order)).data).toMatchObject([{ id: recording }]);
  });

  test('can be one minute long at most', async () => {
    const { ben, ana } = await voiceQuestion();
    // The same packets again and again, as a recording of 64 seconds in 19 parts.
    const { bytes } = await repackRecording(Array(19).fill(VOICE.content), 180);
    const id = await ben.attaches({ ...VOICE, content: bytes }, { to: ana });
    const [view] = (await ben.unsentFiles([id])).data;
    expect([view?.state, view?.reason]).toEqual(['refused', 'RECORDING_TOO_LONG']);
  });
});
