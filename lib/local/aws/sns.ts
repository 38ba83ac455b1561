import { randomUUID } from 'node:crypto';
import type { Answer, AwsWorld } from './aws.ts';

/** A text message as it arrives on the phone. */
export type TextMessage = { readonly to: string; readonly body: string };

/** SNS, as far as text messages go: `Publish` to a phone number. */
export function answerSns(world: AwsWorld, body: string): Answer {
  const form = new URLSearchParams(body);
  const to = form.get('PhoneNumber');
  const text = form.get('Message');
  if (form.get('Action') !== 'Publish')
    return error('InvalidAction', 'Only Publish is known here.');
  if (!to || !/^\+[1-9]\d{6,14}$/.test(to))
    return error('InvalidParameter', 'Invalid parameter: PhoneNumber');
  if (!text) return error('InvalidParameter', 'Invalid parameter: Empty message');
  world.onTextMessage({ to, body: text });
  return xml(
    200,
    `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
  );
}

const error = (code: string, message: string) =>
  xml(
    400,
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

const xml = (status: number, body: string): Answer => ({ status, type: 'text/xml', body });
