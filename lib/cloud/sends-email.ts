import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

/** The statement of a function that sends email: as the address of the stage only. None on a stage that sends none. */
export function sendsEmail(scope: Construct, stage: Stage): PolicyStatement[] {
  const { email } = stage.settings;
  if (!email) return [];
  const { region, account } = Stack.of(scope);
  const ses = `arn:aws:ses:${region}:${account}`;
  return [
    allow(
      ['ses:SendEmail'],
      [
        `${ses}:identity/${domainOf(email.from)}`,
        `${ses}:configuration-set/${stage.configurationSet}`,
      ],
      { StringEquals: { 'ses:FromAddress': email.from } },
    ),
  ];
}

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);
