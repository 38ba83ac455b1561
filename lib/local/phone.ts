import { join } from 'node:path';
import type { TextMessage } from './aws/service.ts';
import { appendLine, readLines } from './data-files.ts';

/** A text message on the phone; `code` if the text contains one. */
type ShownText = TextMessage & { readonly sentAt: string; readonly code?: string };

/** The phone of everybody in the local system: it keeps each text message. */
export class Phone {
  readonly #file: string;
  readonly #now: () => number;
  readonly #texts: ShownText[];

  constructor(folder: string, now: () => number) {
    this.#file = join(folder, 'phone.jsonl');
    this.#now = now;
    this.#texts = readLines<ShownText>(this.#file);
  }

  receive({ to, body }: TextMessage): void {
    const code = /\b\d{6}\b/.exec(body)?.[0];
    const text = { to, body, sentAt: new Date(this.#now()).toISOString(), ...(code && { code }) };
    appendLine(this.#file, text);
    this.#texts.push(text);
  }

  /** The messages to one number (E.164) or to all, newest first. */
  texts(phoneNumber?: string): ShownText[] {
    return this.#texts.filter(({ to }) => !phoneNumber || to === phoneNumber).reverse();
  }
}
