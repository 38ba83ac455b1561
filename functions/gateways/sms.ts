import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { PRODUCT_NAME } from '../../shared/brand.ts';

const client = new SNSClient({ maxAttempts: 3 });

export type Sms = {
  /** Sends one text message. `to` in E.164; the body never repeats who it is for. Throws when it cannot be handed over. */
  send(to: string, body: string): Promise<void>;
};

/** Text messages by SNS; transactional, so that codes arrive in seconds. */
export const sms: Sms = {
  async send(to, body) {
    await client.send(
      new PublishCommand({
        PhoneNumber: to,
        Message: body,
        MessageAttributes: {
          'AWS.SNS.SMS.SMSType': { DataType: 'String', StringValue: 'Transactional' },
          'AWS.SNS.SMS.SenderID': { DataType: 'String', StringValue: PRODUCT_NAME },
        },
      }),
    );
  },
};
