import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  AUDIT_LEADING_KEYS,
  ENTRY_LEADING_KEYS,
  PLACE_OF_CONTACT,
} from '../../functions/storage/keys.ts';
import { SECRET_NAMES, type SecretName } from '../../shared/secret-names.ts';
import type { Granted } from '../grants/grants.ts';
import { type Asking, holdInBounds } from './bounds.ts';
import type { DataStack } from './data.ts';

/*
 * From what a function is granted (lib/grants/grants.json) to what IAM allows: actions and resources by name, the table's
 * only under the keys they are used with. Never a managed policy and never Scan.
 *
 * Of a transaction IAM is asked about each part, by the action that would do it alone. An action stands in one statement
 * with all of its keys, so it does not matter whether the parts of a kind are looked at one by one or together.
 */

/** `also`: what a function has for what belongs to it alone. Throws a ConfigError when the definition allows less. */
export function permissions(
  asking: Asking,
  granted: Granted,
  data: DataStack,
  also: readonly PolicyStatement[] = [],
): PolicyStatement[] {
  holdInBounds(
    asking,
    granted,
    also.flatMap(({ actions }) => actions),
  );
  const table = tableStatements(asking, granted, data);
  const others = Object.entries(granted).flatMap(([action, of]) =>
    // No definition allows writing a secret.
    of.some(isSecret) && action === 'secretsmanager:GetSecretValue'
      ? allow(
          [action],
          of.filter(isSecret).map((name) => data.secrets[name].secretArn),
        )
      : of.includes('phone numbers')
        ? sendTextMessages()
        : of.some(isPicture)
          ? allow([action], of.filter(isPicture).map(picturesIn(data)))
          : [],
  );
  const kept = table.some(mayChangeItems) ? [keepLedger(data), keepAudit(data)] : [];
  return [...table, ...kept, ...others];
}

const isSecret = (of: string): of is SecretName => (SECRET_NAMES as readonly string[]).includes(of);
const isPicture = (of: string) => of.startsWith('media/');
const picturesIn =
  ({ mediaArn }: DataStack) =>
  (of: string) =>
    of.replace('media', mediaArn);

const mayChangeItems = ({ actions }: PolicyStatement) =>
  actions.includes('dynamodb:UpdateItem') || actions.includes('dynamodb:DeleteItem');

/** One statement for all actions under the same keys, and one for all indexes under the same. */
function tableStatements(
  asking: Asking,
  granted: Granted,
  { table }: DataStack,
): PolicyStatement[] {
  const statements = new Map<string, PolicyStatement>();
  for (const [asked, keys] of Object.entries(granted)) {
    if (!asked.startsWith('dynamodb:')) continue;
    const [action = '', index] = asked.split(' on ');
    const resource = index ? `${table.tableArn}/index/${index}` : table.tableArn;
    const fence = movesContacts(asking, action) ? underPlaceOf(keys) : onlyUnder(keys);
    const same = `${index ? 'index' : 'table'} ${JSON.stringify(fence)}`;
    const statement = statements.get(same);
    if (!statement) statements.set(same, allow([action], [resource], fence));
    else if (index) statement.addResources(resource);
    else statement.addActions(action);
  }
  return [...statements.values()];
}

const onlyUnder = (keys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const movesContacts = ({ uses }: Asking, action: string) =>
  action === 'dynamodb:UpdateItem' &&
  uses.includes('contactPlaces') &&
  !uses.includes('table.write');

/** Contacts stand in the partition of the account, so the attributes are fenced too: no plan, no phone number, no money. */
const underPlaceOf = (keys: readonly string[]) => ({
  ...onlyUnder(keys),
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...PLACE_OF_CONTACT] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
});

/** A ledger entry is written once; a Deny outlives whatever somebody allows later. */
const keepLedger = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [ENTRY_LEADING_KEYS] } },
  });

/** What operators did is written by their own command alone. */
const keepAudit = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [AUDIT_LEADING_KEYS] } },
  });

/** A phone number has no ARN; everything that has one, each topic and each app, is left out. */
const sendTextMessages = () =>
  new PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:aws:sns:*:*:*'] });

export function allow(
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, unknown>>,
): PolicyStatement {
  return new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });
}
