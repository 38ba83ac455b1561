import { PublishCommand } from '@aws-sdk/client-sns';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { DEFAULT_TEXT_MESSAGE_DOLLARS } from '#shared/settings.ts';
import { guarded } from '../role-guard.ts';
import { settings } from '../settings.ts';
import { newSns } from './sns.ts';

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
    const message = new PublishCommand({
      PhoneNumber: to,
      Message: body,
      MessageAttributes: {
        'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
        // SNS accepts a message that would cost more, but does not send it.
        'AWS.SNS.SMS.MaxPrice': { DataType: 'Number', StringValue: dollars.toFixed(2) },
        'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: PRODUCT_NAME },
      },
    });
    try {
      await sns.send(message);
    } catch (fault) {
      throw new Error(`a text message was not handed over: ${(fault as Error).name}`);
    }
  },
};
