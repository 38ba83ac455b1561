import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { clientSettings } from '../aws-clients.ts';
import { guarded } from '../role-guard.ts';
import { settings } from '../settings.ts';

export const ses = guarded(new SESv2Client(clientSettings('SESV2', { tries: 3, timeout: 3_000 })));

/** An email as it is sent. */
type Email = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The address that ends this kind of emails with one POST (RFC 8058); absent for those that nobody can end. */
  readonly unsubscribeUrl?: string | undefined;
  /** The event and the person that the email is about. SES returns them if the email comes back. */
  readonly about?: { readonly eventId: string; readonly userId: string } | undefined;
};

export type EmailGateway = {
  /** Whether the stage sends email. */
  readonly isOffered: () => boolean;
  /**
   * Sends an email. Throws if SES does not accept it, with the name of the error and without its message, which may contain
   * the address.
   */
  readonly send: (email: Email) => Promise<void>;
};

/** Emails by SES, with their text and their HTML. */
export const email: EmailGateway = {
  isOffered: () => settings().email !== undefined,
  async send({ to, subject, html, text, unsubscribeUrl, about }) {
    const sender = settings().email;
    if (!sender) throw new Error('this stage sends no email');
    const message = new SendEmailCommand({
      FromEmailAddress: `${PRODUCT_NAME} <${sender.from}>`,
      Destination: { ToAddresses: [to] },
      ConfigurationSetName: sender.configurationSet,
      EmailTags: Object.entries(about ?? {}).map(([Name, Value]) => ({ Name, Value })),
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: headersOf(unsubscribeUrl),
        },
      },
    });
    try {
      await ses.send(message);
    } catch (fault) {
      throw new Error(`an email was not handed over: ${(fault as Error).name}`);
    }
  },
};

const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });

/** The headers by which mailboxes show a button to unsubscribe, and by which programs do not reply. */
const headersOf = (unsubscribeUrl: string | undefined) => [
  { Name: 'Auto-Submitted', Value: 'auto-generated' },
  ...(unsubscribeUrl
    ? [
        { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ]
    : []),
];
