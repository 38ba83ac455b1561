import {
  CALL_LIMITS,
  CAPABILITY_POLICIES,
  IDEMPOTENCY_KEYS,
  listOfDue,
  SESSION_CHECK,
} from '../../functions/capability-policies.ts';
import {
  type FunctionDefinition,
  needsSession,
  type Permission,
} from '../../shared/api/function-definition.ts';

/*
 * What each function may do, by its definition. The stacks make roles of it, and lib/permissions/guard.ts refuses on this
 * machine and in tests what a role would refuse.
 */

/** By action, of what: `{"dynamodb:GetItem": ["USER#*"]}`. */
export type Policy = Readonly<Record<string, readonly string[]>>;

/** The policy of a function: what it `uses`, and what every function with such a definition needs. */
export function policyOf(definition: FunctionDefinition): Policy {
  const { uses, limits = [], idempotent, list, also = [] } = definition;
  return merged([
    ...uses.flatMap((use) => CAPABILITY_POLICIES[use]),
    ...(needsSession(definition) ? SESSION_CHECK : []),
    ...(limits.some(({ inMemory }) => !inMemory) ? CALL_LIMITS : []),
    ...(idempotent === 'byKey' ? IDEMPOTENCY_KEYS : []),
    ...(list ? listOfDue(list) : []),
    ...also,
  ]);
}

function merged(permissions: readonly Permission[]): Policy {
  const policy: Record<string, string[]> = {};
  for (const { action, of } of permissions) {
    policy[action] ??= [];
    const all = policy[action];
    if (!all?.includes(of)) all?.push(of);
  }
  return policy;
}

export const allows = (policy: Policy, { action, of }: Permission): boolean =>
  policy[action]?.includes(of) ?? false;

/** Each permission of a policy, one by one. */
export const permissionsIn = (policy: Policy): readonly Permission[] =>
  Object.entries(policy).flatMap(([action, all]) => all.map((of) => ({ action, of })));
