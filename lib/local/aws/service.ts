import type { MediaStore } from '../media.ts';

/* The types that the emulated AWS services share. */

/** A text message as it arrives on the phone. `maxPrice`: what it may cost at most, in dollars, as the sender says it. */
export type TextMessage = {
  readonly to: string;
  readonly body: string;
  readonly maxPrice?: string;
};

/** An event as EventBridge hands it to its targets. */
export type BusEvent = {
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: unknown;
};

/** What the stand-ins hand on: text messages to the phone, events to the bus; and the secrets and files they keep. */
export type AwsWorld = {
  readonly secrets: () => Readonly<Record<string, unknown>>;
  /** Takes new ones. Without it they stay as they are. */
  readonly keepSecrets?: (secrets: Readonly<Record<string, unknown>>) => void;
  readonly onTextMessage: (message: TextMessage) => void;
  readonly onEvent: (event: BusEvent) => void;
  /** Without it there is no S3. */
  readonly media?: MediaStore;
  /** The document of the web app, for who reads it from the bucket it is deployed to; undefined where there is none. */
  readonly webApp?: () => Promise<string | undefined>;
};

/** An answer in the form of the service that was asked. */
export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};
