import { expect, test } from '@jest/globals';
import {
  endUploads,
  filesCreated,
  hasFilesAt,
  placeKeys,
  queueOfPage,
  recordingKey,
} from '#web/features/attachments/page-uploads.ts';
import { UploadQueue, type UploadServer } from '#web/features/attachments/upload-queue.ts';

const answer = placeKeys.answer('1');

/** A queue in which every file is still being read. */
function slowQueue(): UploadQueue {
  const server = { prepare: () => new Promise(() => {}) } as unknown as UploadServer;
  return new UploadQueue(server);
}

function choose(queue: UploadQueue, key: string): void {
  const place = { key, for: { conversationId: '1' }, keep: () => undefined };
  queue.add(place, [new File(['…'], 'scan.pdf', { type: 'application/pdf' })]);
}

test('what is written without files is sent before the queue of uploads is loaded', async () => {
  expect(hasFilesAt(answer)).toBe(false);
  await filesCreated(answer);
  endUploads(answer);
});

test('files that an earlier page has sent are files', () => {
  expect(hasFilesAt(answer, ['id of a file'])).toBe(true);
});

test('a chosen file and a recording are files of their place alone', () => {
  for (const key of [answer, recordingKey(answer)]) {
    choose(queueOfPage(slowQueue()), key);
    expect(hasFilesAt(answer)).toBe(true);
    expect(hasFilesAt(placeKeys.reply('1'))).toBe(false);
  }
});

test('a place has no files anymore once they were sent', () => {
  choose(queueOfPage(slowQueue()), answer);
  endUploads(answer);
  expect(hasFilesAt(answer)).toBe(false);
});
