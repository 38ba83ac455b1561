import { PRODUCT_NAME } from '../../shared/brand.ts';
import { DEFAULT_TEXT_MESSAGE_DOLLARS } from '../../shared/settings.ts';
import { AwsCommand } from '../aws/client.ts';
import { newSns } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';
import { settings } from '../settings.ts';

export const sns = guarded(newSns());

export type Sms = {
  /**
   * Sends a text message. `to` in E.164; the body never contains the number. Throws if SNS does not accept it, with the name
   * of the error and without its message, which may contain the number.
   */
  send(to: string, body: string): Promise<void>;
};

/** Text messages by SNS; transactional, so that codes arrive in seconds. */
export const sms: Sms = {
  async send(to, body) {
    const dollars = settings().maxTextMessageDollars ?? DEFAULT_TEXT_MESSAGE_DOLLARS;
    const message = new AwsCommand('Publish', {
      PhoneNumber: to,
      Message: body,
      ...attribute(1, 'AWS.SNS.SMS.SMSType', 'String', 'Transactional'),
      // SNS accepts a message that would cost more, but does not send it.
      ...attribute(2, 'AWS.SNS.SMS.MaxPrice', 'Number', dollars.toFixed(2)),
      ...attribute(3, 'AWS.SNS.SMS.SenderID', 'String', PRODUCT_NAME),
    });
    try {
      await sns.send(message);
    } catch (fault) {
      throw new Error(`a text message was not handed over: ${(fault as Error).name}`);
    }
  },
};

/** An attribute of a message, as the query protocol numbers them. */
const attribute = (nth: number, name: string, type: 'String' | 'Number', value: string) => ({
  [`MessageAttributes.entry.${nth}.Name`]: name,
  [`MessageAttributes.entry.${nth}.Value.DataType`]: type,
  [`MessageAttributes.entry.${nth}.Value.StringValue`]: value,
});
