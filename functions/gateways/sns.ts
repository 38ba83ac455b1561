import { SNSClient } from '@aws-sdk/client-sns';
import { clientSettings } from '../aws-clients.ts';

/** Makes a client of SNS. Its timeouts are short, so that the caller gets an error before the function times out. */
export const newSns = (): SNSClient =>
  new SNSClient(clientSettings('SNS', { tries: 2, timeout: 2_000 }));
