import type { UploadQueue } from './upload-queue.ts';

/*
 * What a form asks about the uploads of this page. Their queue is loaded with the button that chooses files; whoever chooses none sends
 * without it, also while there is no connection to load it.
 */

/** The keys of places: the letter to a person, and the answer and the reply in a conversation. */
export const placeKeys = {
  letter: (recipientId: string) => `letter ${recipientId}`,
  answer: (conversationId: string) => `answer ${conversationId}`,
  reply: (conversationId: string) => `reply ${conversationId}`,
};

/** The key of the upload of a recording, whose text and files are at this place. */
export const recordingKey = (place: string): string => `voice ${place}`;

let queue: UploadQueue | undefined;

/** Makes a queue known to the forms of this page, and returns it. */
export function queueOfPage(uploads: UploadQueue): UploadQueue {
  queue = uploads;
  return uploads;
}

/** Whether a place has files or a recording: those with these ids, or uploads of this page. */
export function hasFilesAt(place: string, ids: readonly string[] = []): boolean {
  const keys = [place, recordingKey(place)];
  return ids.length > 0 || (queue?.uploads() ?? []).some((upload) => keys.includes(upload.place));
}

/** Waits until each file at a place, and its recording, has its id, is refused, or cannot get one for now. */
export async function filesCreated(place: string): Promise<void> {
  await Promise.all([queue?.created(place), queue?.created(recordingKey(place))]);
}

/** Forgets the uploads of files that were sent. */
export const endUploads = (place: string): void => queue?.end(place);
