import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { type Answer, type AwsWorld, json } from './service.ts';

const content = z.object({ Data: z.string().check(z.minLength(1)) });
/** SES takes addresses in 7-bit ASCII, a domain in Punycode: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html */
const destination = z.string().check(z.regex(/^[!-?A-~]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i));
const tag = z.string().check(z.regex(/^[\w-]{1,256}$/));
const message = z.object({
  FromEmailAddress: z.string().check(z.minLength(3)),
  Destination: z.object({
    ToAddresses: z.array(destination).check(z.minLength(1), z.maxLength(1)),
  }),
  ConfigurationSetName: z.string(),
  /** SES accepts only letters, digits, underscores and hyphens. */
  EmailTags: z.optional(z.array(z.object({ Name: tag, Value: tag })).check(z.maxLength(50))),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content, Html: content }),
      Headers: z.optional(z.array(z.object({ Name: z.string(), Value: z.string() }))),
    }),
  }),
});

/** Whether a request is one to send an email. */
export const isEmail = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url === '/v2/email/outbound-emails';

/**
 * Emulates SendEmail of the SES API v2, with simple content to one address.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export function answerSes(world: AwsWorld, request: IncomingMessage, sent: string): Answer {
  if (!isSigned(request)) return json(403, { message: 'The request is not signed.' });
  const read = message.safeParse(JSON.parse(sent));
  if (!world.onEmail || !read.success)
    return json(400, { __type: 'BadRequestException', message: 'The message is not valid.' });
  const { FromEmailAddress: from, Destination, Content, EmailTags = [] } = read.data;
  const { Subject, Body, Headers = [] } = Content.Simple;
  const id = world.onEmail({
    from,
    to: Destination.ToAddresses[0] ?? '',
    subject: Subject.Data,
    html: Body.Html.Data,
    text: Body.Text.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]])),
  });
  return json(200, { MessageId: id });
}

/** Whether the request has a signature for this service; like in the other services, it is not verified. */
const isSigned = ({ headers }: IncomingMessage): boolean =>
  /^AWS4-HMAC-SHA256 Credential=[^,]+\/ses\/aws4_request,/.test(headers.authorization ?? '');
