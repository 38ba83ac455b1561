import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ReceivedEmail } from './aws/service.ts';
import { appendLine, readLines } from './data-files.ts';

/** An email in the mailbox. */
export type MailboxEmail = ReceivedEmail & { readonly id: string; readonly sentAt: string };

/** The mailbox of everybody in the local system: it keeps each email. */
export class Mailbox {
  readonly #file: string;
  readonly #now: () => number;
  readonly #emails: MailboxEmail[];

  constructor(folder: string, now: () => number) {
    this.#file = join(folder, 'mailbox.jsonl');
    this.#now = now;
    this.#emails = readLines<MailboxEmail>(this.#file);
  }

  /** Keeps an email and returns its id. */
  receive(email: ReceivedEmail): string {
    const kept = { ...email, id: randomUUID(), sentAt: new Date(this.#now()).toISOString() };
    appendLine(this.#file, kept);
    this.#emails.push(kept);
    return kept.id;
  }

  /** The emails to one address or to all, newest first. */
  emails(address?: string): MailboxEmail[] {
    return this.#emails.filter(({ to }) => !address || to === address).reverse();
  }

  find(id: string): MailboxEmail | undefined {
    return this.#emails.find((one) => one.id === id);
  }
}
