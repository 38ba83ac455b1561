import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { PRODUCT_NAME } from '../../shared/brand.ts';
import { DEFAULT_TEXT_MESSAGE_DOLLARS } from '../../shared/settings.ts';
import { guarded } from '../role-guard.ts';
import { settings } from '../settings.ts';

/** A provider that hangs is one that does not answer: whoever waits hears of it before the function is stopped. */
const client = guarded(
  new SNSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
    },
  }),
);

export type Sms = {
  /**
   * Sends one text message. `to` in E.164; the body never repeats who it is for. Throws when it cannot be handed over,
   * with the name of what went wrong and without the provider's message, which may hold the number.
   */
  send(to: string, body: string): Promise<void>;
};

/** Text messages by SNS; transactional, so that codes arrive in seconds. */
export const sms: Sms = {
  async send(to, body) {
    const message = new PublishCommand({
      PhoneNumber: to,
      Message: body,
      MessageAttributes: {
        'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
        // SNS accepts a message that would cost more, and does not send it.
        'AWS.SNS.SMS.MaxPrice': {
          DataType: 'Number',
          StringValue: (settings().maxTextMessageDollars ?? DEFAULT_TEXT_MESSAGE_DOLLARS).toFixed(
            2,
          ),
        },
        'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: PRODUCT_NAME },
      },
    });
    try {
      await client.send(message);
    } catch (fault) {
      throw new Error(`a text message was not handed over: ${(fault as Error).name}`);
    }
  },
};
