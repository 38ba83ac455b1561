import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CONTACT_ORDER_ATTRIBUTES } from '#functions/storage/index-keys.ts';
import { LEADING_KEYS } from '#functions/storage/keys.ts';
import type { FunctionDefinition } from '#shared/api/function-definition.ts';
import { SECRET_NAMES, type SecretName } from '#shared/secret-names.ts';
import { type Policy, policyOf } from '../permissions/policies.ts';
import type { DataStack } from './data.ts';

/*
 * The IAM statements of a function, derived from its definition. They name actions and resources, and the table only with the
 * leading keys of its capabilities. There is never a managed policy and never Scan.
 *
 * IAM checks each part of a transaction as its own action. One statement holds all leading keys of an action, so it does not
 * matter whether IAM checks the parts one by one or together.
 */

/** Returns the statements of a function, except those of its `also`: the stack that creates their resources adds them. */
export function permissions(definition: FunctionDefinition, data: DataStack): PolicyStatement[] {
  const policy = policyOf({ ...definition, also: [] });
  const table = tableStatements(definition, policy, data);
  const others = Object.entries(policy).flatMap(([action, of]) => {
    if (of.some(isSecret)) return allow([action], of.filter(isSecret).map(secretIn(data)));
    if (of.includes('phone numbers')) return sendTextMessages();
    return of.some(isPicture) ? allow([action], of.filter(isPicture).map(picturesIn(data))) : [];
  });
  const kept = table.some(mayWrite)
    ? [denyLedgerChanges(data), denyAuditChanges(data, definition)]
    : [];
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

/** Returns one statement for all actions with the same leading keys, and one for all indexes with the same. */
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
    const fence = isContactOrderUpdate(definition, action)
      ? contactOrderCondition(keys)
      : leadingKeysCondition(keys);
    const same = `${index ? 'index' : 'table'} ${JSON.stringify(fence)}`;
    const statement = statements.get(same);
    if (!statement) statements.set(same, allow([action], [resource], fence));
    else if (index) statement.addResources(resource);
    else statement.addActions(action);
  }
  return [...statements.values()];
}

const leadingKeysCondition = (keys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const isContactOrderUpdate = ({ uses }: FunctionDefinition, action: string) =>
  action === 'dynamodb:UpdateItem' &&
  uses.includes('contacts.move') &&
  !uses.includes('accounts.write');

/**
 * Contacts are in the partition of the account, so the attributes are limited too: plan, phone number and balances stay out of
 * reach.
 */
const contactOrderCondition = (keys: readonly string[]) => ({
  ...leadingKeysCondition(keys),
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...CONTACT_ORDER_ATTRIBUTES] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
});

/** A ledger entry is written once. The Deny overrides any Allow that is added later. */
const denyLedgerChanges = ({ table }: DataStack) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [LEADING_KEYS.entry] } },
  });

/**
 * An audit entry is written once. Only functions with `audit.append` add to the log, besides the operator's commands. IAM cannot tell
 * a new item from a replaced one, so they may also put an entry again; the id of each entry is new (functions/desk/audit-entries.ts).
 */
const denyAuditChanges = ({ table }: DataStack, { uses }: FunctionDefinition) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: [
      ...(uses.includes('audit.append') ? [] : ['dynamodb:PutItem']),
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [LEADING_KEYS.audit] } },
  });

/** A phone number has no ARN, so the statement excludes everything that has one: topics and platform applications. */
const sendTextMessages = () =>
  new PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:aws:sns:*:*:*'] });

export function allow(
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, unknown>>,
): PolicyStatement {
  return new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });
}
