import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CONTACT_ORDER_ATTRIBUTES, LEADING_KEYS } from '../../functions/storage/keys.ts';
import type { FunctionDefinition } from '../../shared/api/function-definition.ts';
import { SECRET_NAMES, type SecretName } from '../../shared/secret-names.ts';
import { type Policy, policyOf } from '../permissions/policies.ts';
import type { DataStack } from './data.ts';

/*
 * From the definition of a function to what IAM allows: actions and resources by name, the table's only under the keys of its
 * capabilities. Never a managed policy and never Scan.
 *
 * Of a transaction IAM is asked about each part, by the action that would do it alone. An action stands in one statement
 * with all of its keys, so it does not matter whether the parts of a kind are looked at one by one or together.
 */

/** The statements of a function, but for those of its `also`, whose resources the stack knows that makes it. */
export function permissions(definition: FunctionDefinition, data: DataStack): PolicyStatement[] {
  const policy = policyOf({ ...definition, also: [] });
  const table = tableStatements(definition, policy, data);
  const others = Object.entries(policy).flatMap(([action, of]) => {
    if (of.some(isSecret)) return allow([action], of.filter(isSecret).map(secretIn(data)));
    if (of.includes('phone numbers')) return sendTextMessages();
    return of.some(isPicture) ? allow([action], of.filter(isPicture).map(picturesIn(data))) : [];
  });
  const kept = table.some(mayWrite) ? [keepLedger(data), keepAudit(data)] : [];
  return [...table, ...kept, ...others];
}

const isSecret = (of: string): of is SecretName => (SECRET_NAMES as readonly string[]).includes(of);
const secretIn =
  ({ secrets }: DataStack) =>
  (name: SecretName) =>
    secrets[name].secretArn;
const isPicture = (of: string) => of.startsWith('media/');
const picturesIn =
  ({ mediaArn }: DataStack) =>
  (of: string) =>
    of.replace('media', mediaArn);

const mayWrite = ({ actions }: PolicyStatement) =>
  actions.some((action) => /^dynamodb:(Put|Update|Delete)Item$/.test(action));

/** One statement for all actions under the same keys, and one for all indexes under the same. */
function tableStatements(
  definition: FunctionDefinition,
  policy: Policy,
  { table }: DataStack,
): PolicyStatement[] {
  const statements = new Map<string, PolicyStatement>();
  for (const [asked, keys] of Object.entries(policy)) {
    if (!asked.startsWith('dynamodb:')) continue;
    const [action = '', index] = asked.split(' on ');
    const resource = index ? `${table.tableArn}/index/${index}` : table.tableArn;
    const fence = movesContacts(definition, action) ? underPlaceOf(keys) : onlyUnder(keys);
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

const movesContacts = ({ uses }: FunctionDefinition, action: string) =>
  action === 'dynamodb:UpdateItem' &&
  uses.includes('contacts.move') &&
  !uses.includes('accounts.write');

/** Contacts stand in the partition of the account, so the attributes are fenced too: no plan, no phone number, no money. */
const underPlaceOf = (keys: readonly string[]) => ({
  ...onlyUnder(keys),
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...CONTACT_ORDER_ATTRIBUTES] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
});

/** A ledger entry is written once; a Deny outlives whatever somebody allows later. */
const keepLedger = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [LEADING_KEYS.entry] } },
  });

/** What operators did is written by their own command alone. */
const keepAudit = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [LEADING_KEYS.audit] } },
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
