import { AwsCommand } from '../aws/client.ts';
import { isAwsError } from '../aws/errors.ts';
import { newSns } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';

const client = guarded(newSns());

/**
 * Sets the monthly spend limit for text messages of this account and region, in whole dollars, and the default type
 * `Transactional`. Delivery logs stay off, because they would contain phone numbers. Throws an error for the deploying operator
 * if AWS does not allow the account this limit.
 */
export async function limitTextMessages(dollars: number): Promise<void> {
  const attributes = {
    'attributes.entry.1.key': 'MonthlySpendLimit',
    'attributes.entry.1.value': String(dollars),
    'attributes.entry.2.key': 'DefaultSMSType',
    'attributes.entry.2.value': 'Transactional',
  };
  try {
    await client.send(new AwsCommand('SetSMSAttributes', attributes));
  } catch (fault) {
    if (!isAwsError(fault, 'InvalidParameter')) throw fault;
    throw new Error(
      `AWS does not allow this account to spend $${dollars} a month on text messages yet: ask for more (docs/operations.md, "Text messages near their limit"), or set textMessages.monthlyDollars to what it allows; a new account has $1. AWS says: ${fault.message}`,
    );
  }
}
