import {
  CALL_LIMITS,
  CAPABILITY_POLICIES,
  IDEMPOTENCY_KEYS,
  listOfDue,
  SESSION_CHECK,
} from '#functions/capability-policies.ts';
import {
  type FunctionDefinition,
  needsSession,
  type Permission,
} from '#shared/api/function-definition.ts';
import { isInTable } from '#shared/api/operation.ts';

/*
 * The IAM policy of each function, derived from its definition. The stacks create roles from it, and lib/permissions/guard.ts
 * enforces it in the local system and in tests.
 */

/** The resources of each action: `{"dynamodb:GetItem": ["USER#*"]}`. */
export type Policy = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the policy of a function: the permissions of its capabilities, and those that follow from other parts of its
 * definition.
 */
export function policyOf(definition: FunctionDefinition): Policy {
  const { uses, limits = [], idempotent, list, also = [] } = definition;
  return merged([
    ...uses.flatMap((use) => CAPABILITY_POLICIES[use]),
    ...(needsSession(definition) ? SESSION_CHECK : []),
    ...(limits.some(isInTable) ? CALL_LIMITS : []),
    ...(idempotent === 'byKey' ? IDEMPOTENCY_KEYS : []),
    ...(list ? listOfDue(list) : []),
    ...also,
  ]);
}

function merged(permissions: readonly Permission[]): Policy {
  const policy: Record<string, string[]> = {};
  for (const { action, of } of permissions) {
    const all = policy[action] ?? [];
    policy[action] = all.includes(of) ? all : [...all, of];
  }
  return policy;
}

export const allows = (policy: Policy, { action, of }: Permission): boolean =>
  policy[action]?.includes(of) ?? false;

/** The permissions of a policy as a list. */
export const permissionsIn = (policy: Policy): readonly Permission[] =>
  Object.entries(policy).flatMap(([action, all]) => all.map((of) => ({ action, of })));
