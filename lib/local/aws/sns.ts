import { randomUUID } from 'node:crypto';
import type { Answer, AwsWorld } from './service.ts';

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
  const maxPrice = attributeOf(form, 'AWS.SNS.SMS.MaxPrice');
  if (maxPrice !== undefined && !/^\d+(\.\d{1,5})?$/.test(maxPrice))
    return error('InvalidParameterValue', 'The value of AWS.SNS.SMS.MaxPrice is not a price.');
  world.onTextMessage({ to, body: text, ...(maxPrice !== undefined && { maxPrice }) });
  return xml(
    200,
    `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
  );
}

/** The value of a message attribute, which the query protocol numbers. */
function attributeOf(form: URLSearchParams, name: string): string | undefined {
  const [key] = [...form].find(([, value]) => value === name) ?? [];
  return (key && form.get(key.replace(/\.Name$/, '.Value.StringValue'))) ?? undefined;
}

const error = (code: string, message: string) =>
  xml(
    400,
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );

const xml = (status: number, body: string): Answer => ({ status, type: 'text/xml', body });
