import * as z from 'zod/mini';
import { CliError } from '../cli-error.ts';
import { type Check, type Finding, missing, ok } from './preflight-finding.ts';

/* Checks that an AWS account may send the text messages and emails of a stage. */

const textMessages: Check = ({ region: name }, ask) => {
  const { IsInSandbox: inside } = z
    .object({ IsInSandbox: z.boolean() })
    .parse(ask('sns', 'get-sms-sandbox-account-status', '--region', name));
  return inside
    ? missing(
        'SNS text messages are in the sandbox: only verified numbers get codes. See docs/operations.md, First deployment, step 9.',
      )
    : ok('SNS text messages are out of the sandbox.');
};

/** The most that SNS spends in a month: $1 in a new account. The deployment cannot set a limit above that of the account. */
const textBudget: Check = ({ region: name, textMessages: wanted }, ask) => {
  const { attributes } = z
    .object({ attributes: z._default(z.record(z.string(), z.string()), {}) })
    .parse(
      ask('sns', 'get-sms-attributes', '--attributes', 'MonthlySpendLimit', '--region', name) ?? {},
    );
  const dollars = Number(attributes.MonthlySpendLimit ?? 1);
  const line = `SNS spends at most $${dollars} a month on text messages`;
  return wanted && wanted.monthlyDollars > dollars
    ? missing(
        `${line}, and the settings say $${wanted.monthlyDollars}: raise the quota first (docs/operations.md, First deployment, step 9).`,
      )
    : ok(`${line}.`);
};

/** Carriers in the United States accept messages of registered numbers only. */
const textNumber: Check = ({ region: name, phoneCountries }, ask) => {
  if (!phoneCountries.includes('US'))
    return ok('No number is required in the United States, which the settings leave out.');
  const { PhoneNumbers: numbers } = z
    .object({
      PhoneNumbers: z._default(
        z.array(
          z.object({
            Iso2CountryCode: z.optional(z.string()),
            Status: z.optional(z.string()),
            NumberCapabilities: z._default(z.array(z.string()), []),
          }),
        ),
        [],
      ),
    })
    .parse(ask('sns', 'list-origination-numbers', '--region', name) ?? {});
  const own = numbers.filter(
    ({ Iso2CountryCode: country, NumberCapabilities: can }) =>
      country === 'US' && can.includes('SMS'),
  );
  if (own.some(({ Status: status = '' }) => status.toUpperCase() === 'ACTIVE'))
    return ok('A US phone number can send text messages.');
  return missing(
    own.length > 0
      ? `The number of the United States is not active yet (${own[0]?.Status}): its registration takes one to four weeks.`
      : 'There is no number of the United States, so its carriers accept no codes: register one in AWS End User Messaging (docs/operations.md, First deployment, step 9).',
  );
};

/** Whether SES may send to anybody, and as the address of the settings. */
const email: Check = ({ region: name, stage, email: own }, ask) => {
  if (!own) return ok('The settings have no email: the stage sends none.');
  const account = z
    .object({
      ProductionAccessEnabled: z.boolean(),
      SendingEnabled: z.boolean(),
      SendQuota: z.object({ Max24HourSend: z.number() }),
    })
    .parse(ask('sesv2', 'get-account', '--region', name));
  if (!account.ProductionAccessEnabled)
    return missing(
      'SES is in the sandbox: only verified addresses get email. Request production access (docs/operations.md, Email).',
    );
  if (!account.SendingEnabled)
    return missing('SES has paused the sending of this account: see SES, Account dashboard.');
  const identity = identityOf(own.from.split('@')[1] ?? '', name, ask);
  return identity === 'absent'
    ? missing(
        `SES does not know the domain of ${own.from}: npx cdk deploy ReplyPaid-${stage}-Email -c stage=${stage}`,
      )
    : (identity ??
        ok(
          `SES sends as ${own.from}, at most ${account.SendQuota.Max24HourSend} emails in 24 hours.`,
        ));
};

/**
 * Returns the finding about the domain of our emails if SES is not ready to send from it, `absent` if SES does not know
 * it, otherwise undefined.
 */
function identityOf(domain: string, region: string, ask: Parameters<Check>[1]) {
  let answer: unknown;
  try {
    answer = ask('sesv2', 'get-email-identity', '--email-identity', domain, '--region', region);
  } catch (fault) {
    if (fault instanceof CliError && fault.message.includes('NotFoundException')) return 'absent';
    throw fault;
  }
  const { VerifiedForSendingStatus: isVerified, MailFromAttributes: from } = z
    .object({
      VerifiedForSendingStatus: z.boolean(),
      MailFromAttributes: z.optional(z.object({ MailFromDomainStatus: z.string() })),
    })
    .parse(answer);
  const finding = (what: string): Finding =>
    missing(`${what} of ${domain}: add the records that SES, Identities shows, and wait.`);
  if (!isVerified) return finding('SES has not found the DKIM records');
  if (from && from.MailFromDomainStatus !== 'SUCCESS')
    return finding(`The MAIL FROM domain is ${from.MailFromDomainStatus}, not SUCCESS`);
  return undefined;
}

/** The checks by name. */
export const MESSAGE_CHECKS: Readonly<Record<string, Check>> = {
  'Text messages': textMessages,
  'Text budget': textBudget,
  'Text number': textNumber,
  Email: email,
};
