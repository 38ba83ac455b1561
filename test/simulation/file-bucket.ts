import { createHash } from 'node:crypto';
import type { InjectedFault } from '#test/support/faults/processes.ts';

/*
 * The media bucket of a history. It has the files of attachments; all other files are accepted and forgotten. S3 tells the product of each
 * upload, at least once.
 */

/** The event that S3 sends about an upload. */
export type UploadEvent = {
  readonly key: string;
  readonly etag: string;
  readonly sequencer: string;
};

type FileRequest = {
  readonly Key?: string;
  readonly Body?: Uint8Array;
  /** The entity tag that the file must have, in quotes. */
  readonly IfMatch?: string;
};

const IS_OF_ATTACHMENT = /^(uploads|attachments)\//;
const NOT_PERFORMED: readonly InjectedFault[] = ['failed', 'throttled', 'serverError'];

export class FileBucket {
  readonly files = new Map<string, Uint8Array>();
  /** Every upload, in order. */
  readonly uploads: UploadEvent[] = [];
  /** The uploads whose event no check has handled to its end. */
  readonly pending: UploadEvent[] = [];

  /** Stores what a browser sends with a form. */
  upload(key: string, content: Uint8Array): void {
    this.files.set(key, content);
    const event = { key, etag: etagOf(content), sequencer: String(this.uploads.length + 1) };
    this.uploads.push(event);
    this.pending.push(event);
  }

  markHandled(event: UploadEvent): void {
    const at = this.pending.indexOf(event);
    if (at >= 0) this.pending.splice(at, 1);
  }

  /** Performs a request of the product, unless the fault prevents it. */
  answer(operation: string, request: FileRequest, fault: InjectedFault): object {
    if (NOT_PERFORMED.includes(fault)) throw errorNamed('TimeoutError');
    const answer = this.#perform(operation, request);
    if (fault === 'responseLost') throw errorNamed('TimeoutError');
    return answer;
  }

  #perform(operation: string, { Key = '', Body, IfMatch }: FileRequest): object {
    if (!IS_OF_ATTACHMENT.test(Key)) return {};
    if (operation === 'PutObject' && Body) this.files.set(Key, Body);
    if (operation === 'DeleteObject') this.files.delete(Key);
    if (operation !== 'GetObject') return {};
    const content = this.files.get(Key);
    if (!content) throw errorNamed('NoSuchKey');
    if (IfMatch !== `"${etagOf(content)}"`) throw errorNamed('PreconditionFailed');
    return { Body: { transformToByteArray: async () => content } };
  }
}

const etagOf = (content: Uint8Array) => createHash('md5').update(content).digest('hex');
const errorNamed = (name: string) => Object.assign(new Error(name), { name });
