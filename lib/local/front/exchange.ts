import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and what has been read of it. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly requestId: string;
};
