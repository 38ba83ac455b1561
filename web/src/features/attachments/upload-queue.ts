import type { AttachmentKind } from '#shared/rules/attachments/attachments.ts';
import { FileRefusal, type PreparedFile } from './prepared-file.ts';

/*
 * The uploads of this page: two at a time, each with its progress. They belong to no screen, so they go on while one moves through
 * the app. What stops because of the connection starts again by itself. docs/product/attachments.md#uploads
 */

/** What is written with the files: `key` names it on this page. */
export type UploadPlace = {
  readonly key: string;
  readonly for: { readonly recipientId: string } | { readonly conversationId: string };
  /** Keeps the id of an attachment in what is written, as soon as the server has given it. */
  readonly keep: (attachmentId: string) => void;
};

export type UploadState =
  /** The file is read, and a photo is encoded anew. */
  | { readonly is: 'preparing' }
  /** It waits for its turn. */
  | { readonly is: 'waiting' }
  /** `sent`: bytes. `secondsLeft`: undefined until it can be estimated. */
  | { readonly is: 'sending'; readonly sent: number; readonly secondsLeft: number | undefined }
  /** The connection broke; it starts again by itself. */
  | { readonly is: 'stopped'; readonly sent: number }
  /** The server looks at what has arrived. */
  | { readonly is: 'checking' }
  | { readonly is: 'ready' }
  | { readonly is: 'refused'; readonly sentence: string };

/** A chosen file on its way to the server. */
export type Upload = {
  /** On this page, and the Idempotency-Key of its creation. */
  readonly localId: string;
  readonly place: string;
  readonly name: string;
  readonly kind: AttachmentKind;
  /** Bytes as they are sent; those of the chosen file until it is prepared. */
  readonly bytes: number;
  readonly note?: string | undefined;
  /** The picture as an address of this page. */
  readonly preview?: string | undefined;
  /** Undefined until the server has created it. */
  readonly attachmentId?: string | undefined;
  readonly state: UploadState;
};

/** A form with which a file can be sent to the storage, and the time (ms, of this device) until which it is valid. */
export type UploadForm = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly until: number;
};

export type CheckState = 'uploading' | 'checking' | 'ready' | 'refused';

/** What the queue needs of the server and the browser. */
export type UploadServer = {
  prepare(file: File): Promise<PreparedFile>;
  /** Creates the attachment, or gives a fresh form for it. Throws Refused, or something else if the connection failed. */
  create(
    file: PreparedFile,
    place: UploadPlace['for'],
    key: string,
  ): Promise<{ attachmentId: string; form: UploadForm }>;
  /** Sends a file. Resolves when the storage has it. Rejects if the connection failed or the form is not valid. */
  send(
    form: UploadForm,
    blob: Blob,
    progress: (sent: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** What became of attachments that were sent. */
  view(
    attachmentIds: readonly string[],
  ): Promise<readonly { id: string; state: CheckState; sentence?: string | undefined }[]>;
  remove(attachmentId: string): Promise<unknown>;
};

/** The server or the storage will not take this file; `message` says why. */
export class UploadRefusal extends FileRefusal {}

const AT_ONCE = 2;
/** Pauses (ms) after which a stopped upload starts again. The last one repeats. */
const PAUSES = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** A connection over which nothing has gone for this long (ms) is broken. */
const STALLED = 30_000;
/** Pauses (ms) between the questions whether a file has been checked. The last one repeats. */
const ASK = [700, 1_000, 1_500, 2_500, 4_000] as const;
/** An estimate needs this much time (ms). */
const ESTIMATE_AFTER = 2_000;
/** A form that is valid for less than this (ms) is replaced before the upload. */
const FORM_SPARE = 60_000;

const GONE = 'This file was deleted. Choose it again.';

type Job = {
  upload: Upload;
  readonly place: UploadPlace;
  file: File;
  prepared?: PreparedFile;
  form?: UploadForm | undefined;
  /** Ends what runs for it. */
  abort?: AbortController | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** How often it stopped since something last went through. */
  stops: number;
  /** Whether all of it was sent once, so that the storage may have it although no response came. */
  maySent?: boolean;
  isCreating?: boolean;
};

export class UploadQueue {
  readonly #server: UploadServer;
  readonly #now: () => number;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  #shown: readonly Upload[] = [];
  /** Files are prepared one after the other: a decoded photo takes 50 MB of memory. */
  #preparing: Promise<void> = Promise.resolve();
  #asked = 0;
  #askTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(server: UploadServer, now: () => number = Date.now) {
    this.#server = server;
    this.#now = now;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Every upload, in the order in which they were chosen. The list is the same until something changes. */
  readonly uploads = (): readonly Upload[] => this.#shown;

  /** Adds chosen files. */
  add(place: UploadPlace, files: readonly File[]): void {
    for (const file of files) this.#begin(crypto.randomUUID(), place, file);
    this.#show();
  }

  /** Starts a stopped upload now. */
  retry(localId: string): void {
    const job = this.#jobs.get(localId);
    if (job?.upload.state.is !== 'stopped') return;
    clearTimeout(job.timer);
    this.#goOn(job);
  }

  /** Starts all stopped uploads now, because the connection is back. */
  retryAll(): void {
    for (const job of this.#jobs.values()) {
      job.stops = 0;
      this.retry(job.upload.localId);
    }
  }

  /** Ends an upload and removes what has arrived of it. */
  cancel(localId: string): void {
    const job = this.#jobs.get(localId);
    if (!job) return;
    this.#forget(job);
    // Without a response it is deleted by the server after a day.
    const { attachmentId } = job.upload;
    if (attachmentId) void this.#server.remove(attachmentId).catch(() => undefined);
    this.#show();
    this.#startNext();
  }

  /** Removes an attachment that another page has sent. */
  removeUnsent(attachmentId: string): void {
    void this.#server.remove(attachmentId).catch(() => undefined);
  }

  /** Forgets the uploads of what was sent or discarded. */
  end(place: string): void {
    for (const job of [...this.#jobs.values()]) if (job.place.key === place) this.#forget(job);
    this.#show();
    this.#startNext();
  }

  /** Ends everything: another person may sign in. */
  endAll(): void {
    for (const job of [...this.#jobs.values()]) this.#forget(job);
    this.#show();
  }

  /** Resolves when each file at a place has its id, is refused, or cannot get one for now. */
  async created(place: string): Promise<void> {
    const isPending = () =>
      [...this.#jobs.values()].some(
        (job) =>
          job.place.key === place &&
          job.upload.attachmentId === undefined &&
          (job.upload.state.is === 'preparing' || job.upload.state.is === 'waiting'),
      );
    if (!isPending()) return;
    await new Promise<void>((resolve) => {
      const end = this.subscribe(() => {
        if (isPending()) return;
        end();
        resolve();
      });
    });
  }

  #begin(localId: string, place: UploadPlace, file: File): void {
    const job: Job = {
      place,
      file,
      stops: 0,
      upload: {
        localId,
        place: place.key,
        name: file.name,
        kind: file.type.startsWith('image/') ? 'picture' : 'pdf',
        bytes: file.size,
        state: { is: 'preparing' },
      },
    };
    this.#jobs.set(localId, job);
    this.#preparing = this.#preparing.then(() => this.#prepare(job));
  }

  async #prepare(job: Job): Promise<void> {
    if (!this.#isKnown(job)) return;
    try {
      const prepared = await this.#server.prepare(job.file);
      if (!this.#isKnown(job)) return;
      job.prepared = prepared;
      const { kind, name, note, blob } = prepared;
      const preview = kind === 'picture' ? URL.createObjectURL(blob) : undefined;
      this.#change(job, { kind, name, note, preview, bytes: blob.size, state: { is: 'waiting' } });
    } catch (error) {
      if (this.#isKnown(job)) this.#refuse(job, sentenceOf(error) ?? 'This file can’t be read.');
      return;
    }
    // Not waited for: the next file is prepared meanwhile.
    void this.#create(job);
  }

  /** Creates the attachment, or asks for a fresh form. Returns whether it can be sent. */
  async #create(job: Job): Promise<boolean> {
    const { prepared } = job;
    if (!prepared || job.isCreating) return false;
    job.isCreating = true;
    try {
      const { localId } = job.upload;
      const { attachmentId, form } = await this.#server.create(prepared, job.place.for, localId);
      if (!this.#isKnown(job)) {
        void this.#server.remove(attachmentId).catch(() => undefined);
        return false;
      }
      job.form = form;
      if (job.upload.attachmentId === undefined) {
        job.place.keep(attachmentId);
        this.#change(job, { attachmentId });
      }
      return true;
    } catch (error) {
      if (this.#isKnown(job)) this.#fail(job, error, 0);
      return false;
    } finally {
      job.isCreating = false;
      this.#startNext();
    }
  }

  /** Starts what waits, until two are sent at once. */
  #startNext(): void {
    const jobs = [...this.#jobs.values()];
    let free = AT_ONCE - jobs.filter(({ abort }) => abort).length;
    for (const job of jobs) {
      if (free <= 0) return;
      const { state, attachmentId } = job.upload;
      if (state.is !== 'waiting' || attachmentId === undefined || job.isCreating) continue;
      free -= 1;
      void this.#send(job);
    }
  }

  async #send(job: Job): Promise<void> {
    const abort = new AbortController();
    job.abort = abort;
    this.#change(job, { state: { is: 'sending', sent: 0, secondsLeft: undefined } });
    let sent = 0;
    try {
      if (job.maySent && (await this.#hasArrived(job))) return;
      if (!job.form || job.form.until - this.#now() < FORM_SPARE) {
        if (!(await this.#create(job))) return;
      }
      const { form, prepared } = job;
      if (!form || !prepared || abort.signal.aborted) return;
      const since = this.#now();
      const watch = () => {
        clearTimeout(job.timer);
        job.timer = setTimeout(() => abort.abort(), STALLED);
      };
      watch();
      await this.#server.send(
        form,
        prepared.blob,
        (bytes) => {
          if (abort.signal.aborted || !this.#isKnown(job)) return;
          watch();
          sent = Math.min(bytes, job.upload.bytes);
          if (sent > 0) job.stops = 0;
          if (sent >= job.upload.bytes) job.maySent = true;
          const secondsLeft = secondsLeftOf(sent, job.upload.bytes, this.#now() - since);
          this.#change(job, { state: { is: 'sending', sent, secondsLeft } });
        },
        abort.signal,
      );
      clearTimeout(job.timer);
      if (this.#isKnown(job)) this.#check(job);
    } catch (error) {
      clearTimeout(job.timer);
      // The form may be what was refused.
      job.form = undefined;
      if (this.#isKnown(job)) this.#fail(job, error, sent);
    } finally {
      job.abort = undefined;
      this.#startNext();
    }
  }

  /** Whether the storage has the file although no response came. */
  async #hasArrived(job: Job): Promise<boolean> {
    const { attachmentId } = job.upload;
    const [found] = attachmentId ? await this.#server.view([attachmentId]) : [];
    if (!this.#isKnown(job) || !found || found.state === 'uploading') return false;
    this.#learn(job, found);
    return true;
  }

  #check(job: Job): void {
    job.stops = 0;
    this.#change(job, { state: { is: 'checking' } });
    this.#asked = 0;
    this.#askSoon();
  }

  #askSoon(): void {
    if (this.#askTimer) return;
    const pause = ASK[Math.min(this.#asked, ASK.length - 1)];
    this.#askTimer = setTimeout(() => void this.#ask(), pause);
  }

  /** Asks what became of all files that are being checked. */
  async #ask(): Promise<void> {
    this.#asked += 1;
    const checked = () =>
      [...this.#jobs.values()].filter(({ upload }) => upload.state.is === 'checking');
    const ids = checked().flatMap(({ upload }) => upload.attachmentId ?? []);
    try {
      const found = ids.length > 0 ? await this.#server.view(ids) : [];
      for (const job of checked()) {
        const one = found.find(({ id }) => id === job.upload.attachmentId);
        if (one) this.#learn(job, one);
        else if (ids.includes(job.upload.attachmentId ?? '')) this.#refuse(job, GONE);
      }
    } catch {
      // Asked again, as after an answer that it is not checked yet.
    }
    this.#askTimer = undefined;
    if (checked().length > 0) this.#askSoon();
  }

  #learn(
    job: Job,
    { state, sentence }: { state: CheckState; sentence?: string | undefined },
  ): void {
    if (state === 'refused') this.#refuse(job, sentence ?? 'This file can’t be added.');
    else if (state === 'ready') this.#change(job, { state: { is: 'ready' } });
    else if (job.upload.state.is !== 'checking') this.#check(job);
  }

  #fail(job: Job, error: unknown, sent: number): void {
    const sentence = sentenceOf(error);
    if (sentence !== undefined) {
      this.#refuse(job, sentence);
      return;
    }
    const pause = PAUSES[Math.min(job.stops, PAUSES.length - 1)];
    job.stops += 1;
    this.#change(job, { state: { is: 'stopped', sent } });
    clearTimeout(job.timer);
    job.timer = setTimeout(() => this.retry(job.upload.localId), pause);
  }

  #goOn(job: Job): void {
    this.#change(job, { state: { is: 'waiting' } });
    if (job.upload.attachmentId === undefined) void this.#create(job);
    else this.#startNext();
  }

  #refuse(job: Job, sentence: string): void {
    this.#change(job, { state: { is: 'refused', sentence } });
  }

  #isKnown(job: Job): boolean {
    return this.#jobs.get(job.upload.localId) === job;
  }

  #forget(job: Job): void {
    this.#jobs.delete(job.upload.localId);
    clearTimeout(job.timer);
    job.abort?.abort();
    job.abort = undefined;
    if (job.upload.preview) URL.revokeObjectURL(job.upload.preview);
  }

  #change(job: Job, change: Partial<Upload>): void {
    job.upload = { ...job.upload, ...change };
    this.#show();
  }

  #show(): void {
    this.#shown = [...this.#jobs.values()].map(({ upload }) => upload);
    for (const listener of this.#listeners) listener();
  }
}

const sentenceOf = (error: unknown): string | undefined =>
  error instanceof FileRefusal ? error.message : undefined;

/** An estimate from what went through so far; undefined until that says something. */
function secondsLeftOf(sent: number, bytes: number, elapsed: number): number | undefined {
  if (sent <= 0 || elapsed < ESTIMATE_AFTER) return undefined;
  return (bytes - sent) / (sent / elapsed) / 1_000;
}

/** Whether an upload still goes on by itself. */
export const isUnderWay = ({ state: { is } }: Upload): boolean =>
  is !== 'ready' && is !== 'refused';
