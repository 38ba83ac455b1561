import type { Directory } from '../directory.ts';
import type { Mailbox, MailboxEmail } from '../mailbox.ts';
import type { Exchange } from './exchange.ts';
import { atReadersAddress } from './reader-address.ts';
import { refuse, succeed } from './replies.ts';

/* The mailbox of the local system: the list of its emails, and each as its HTML. */

type MailboxParts = {
  readonly mailbox: Mailbox;
  readonly emailFeedback: (detail: object) => Promise<unknown>;
};

export async function listEmails(
  { mailbox, directory }: Pick<MailboxParts, 'mailbox'> & { readonly directory: Directory },
  exchange: Exchange,
): Promise<void> {
  const emails = mailbox.emails(exchange.url.searchParams.get('address')?.trim());
  const people = await directory.whose(emails.map(({ to }) => to));
  const data = emails.map(({ html: _, text, ...rest }) => ({
    ...rest,
    text: atReadersAddress(exchange, text),
    person: people.get(rest.to),
  }));
  succeed(exchange.response, { data });
}

/** Sends the HTML of an email, which may load and run nothing. Its links open new windows. */
export function showEmail(
  { mailbox }: Pick<MailboxParts, 'mailbox'>,
  exchange: Exchange,
  id: string,
): void {
  const { response } = exchange;
  const email = mailbox.find(id);
  if (!email) {
    refuse(response, 'NOT_FOUND', { message: 'There’s no such email.' });
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'cache-control': 'no-store',
    })
    .end(atReadersAddress(exchange, email.html).replace('<head>', '<head><base target="_blank">'));
}

/** Lets an email come back, or calls it spam: SES reports it. `what`: `<id>/bounce` or `<id>/complaint`. */
export async function reportEmail(
  { mailbox, emailFeedback }: MailboxParts,
  { response }: Exchange,
  what: string,
): Promise<void> {
  const [id = '', how] = what.split('/');
  const email = mailbox.find(id);
  if (!email) {
    refuse(response, 'NOT_FOUND', { message: 'There’s no such email.' });
    return;
  }
  await emailFeedback(how === 'bounce' ? bounceOf(email) : complaintOf(email.to));
  succeed(response, {});
}

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html */
const bounceOf = ({ to: emailAddress, tags }: Pick<MailboxEmail, 'to' | 'tags'>) => ({
  eventType: 'Bounce',
  mail: { tags },
  bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
});
const complaintOf = (emailAddress: string) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress }] },
});
