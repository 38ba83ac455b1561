import { SetSMSAttributesCommand } from '@aws-sdk/client-sns';
import { isAwsError } from '../aws-errors.ts';
import { guarded } from '../role-guard.ts';
import { newSns } from './sns.ts';

const client = guarded(newSns());

/**
 * Sets the monthly spend limit for text messages of this account and region, in whole dollars, and the default type
 * `Transactional`. Delivery logs stay off, because they would contain phone numbers. Throws an error for the deploying operator
 * if AWS does not allow the account this limit.
 */
export async function limitTextMessages(dollars: number): Promise<void> {
  const attributes = { MonthlySpendLimit: String(dollars), DefaultSMSType: 'Transactional' };
  try {
    await client.send(new SetSMSAttributesCommand({ attributes }));
  } catch (fault) {
    if (!isAwsError(fault, 'InvalidParameterException')) throw fault;
    throw new Error(
      `AWS does not allow this account to spend $${dollars} a month on text messages yet: ask for more (docs/operations.md, "Text messages near their limit"), or set textMessages.monthlyDollars to what it allows; a new account has $1. AWS says: ${fault.message}`,
    );
  }
}
