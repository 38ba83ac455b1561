import type { MediaStore } from '../media.ts';

/* Types and helpers that the emulated AWS services share. */

/** A text message as it arrives on the phone. `maxPrice`: what it may cost at most, in dollars, as the sender says it. */
export type TextMessage = {
  readonly to: string;
  readonly body: string;
  readonly maxPrice?: string;
};

/** An email as it arrives in the mailbox. */
export type ReceivedEmail = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The tags that SES reports if the email comes back. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
};

/** An event as EventBridge hands it to its targets. */
export type BusEvent = {
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: unknown;
};

/** What EventBridge tells of a new object. https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
export type UploadDetail = {
  readonly bucket: { readonly name: string };
  readonly object: {
    readonly key: string;
    readonly size: number;
    readonly etag: string;
    readonly sequencer: string;
  };
};

/** The inputs and outputs of the emulated AWS services: received text messages and events, and stored secrets and files. */
export type AwsWorld = {
  readonly secrets: () => Readonly<Record<string, unknown>>;
  /** Stores new secrets. Absent if secrets do not change. */
  readonly keepSecrets?: (secrets: Readonly<Record<string, unknown>>) => void;
  readonly onTextMessage: (message: TextMessage) => void;
  /** Takes an email and returns its id. Absent where none are sent. */
  readonly onEmail?: (email: ReceivedEmail) => string;
  readonly onEvent: (event: BusEvent) => void;
  /** Called with the events that are published to a channel of the Event API, each a JSON text. */
  readonly onLiveEvents?: (channel: string, events: readonly string[]) => void;
  /** The media bucket; without it there is no S3. */
  readonly media?: MediaStore;
  /** Called when a browser has uploaded a file with a form; the answer waits for it. */
  readonly onUpload?: (detail: UploadDetail) => unknown;
  /** The text of a file in the bucket of the web app, by its key; undefined if there is none. */
  readonly webFile?: (key: string) => Promise<string | undefined>;
};

/** A response in the form of the requested service. */
export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response of AWS's JSON protocol. */
export const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
});
