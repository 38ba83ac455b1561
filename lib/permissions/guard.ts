import { AsyncLocalStorage } from 'node:async_hooks';
import type { AwsClient, RoleGuard } from '#functions/role-guard.ts';
import type { FunctionDefinition, Permission } from '#shared/api/function-definition.ts';
import { allows, type Policy, policyOf } from './policies.ts';
import { type AwsRequest, permissionsFor, type TableRequest } from './requests.ts';

/** An error in the form in which AWS denies a request. */
class AccessDenied extends Error {
  override name = 'AccessDeniedException';
  readonly $fault = 'client';
  readonly $metadata = { httpStatusCode: 400 };
}

/** A role guard that can also check a request that no client sends. */
export type LocalRoleGuard = RoleGuard & {
  check(request: AwsRequest): void;
};

type Role = { readonly definition: FunctionDefinition; readonly policy: Policy };

/**
 * Makes a role guard that denies what the policy of the running function does not allow, with AccessDenied. Code outside of
 * functions may do anything. `onRefusal` is called with each denial, because a function may catch its errors.
 */
export function makeRoleGuard(onRefusal: (sentence: string) => void = () => {}): LocalRoleGuard {
  const running = new AsyncLocalStorage<Role>();
  const demand = (wanted: readonly Permission[]) => {
    const role = running.getStore();
    const beyond = role && wanted.find((one) => !allows(role.policy, one));
    if (!beyond) return;
    const sentence = refusalOf(role.definition, beyond);
    onRefusal(sentence);
    throw new AccessDenied(sentence);
  };
  const check = (request: AwsRequest) => {
    if (running.getStore()) demand(permissionsFor(request));
  };
  return {
    check,
    inRole: (definition, handle) =>
      running.run({ definition, policy: knownPolicy(definition) }, handle),
    watch: (client) => watch(client, check),
    checkSecret: (of) => demand([{ action: 'secretsmanager:GetSecretValue', of }]),
  };
}

const policies = new WeakMap<FunctionDefinition, Policy>();

function knownPolicy(definition: FunctionDefinition): Policy {
  const policy = policies.get(definition) ?? policyOf(definition);
  policies.set(definition, policy);
  return policy;
}

function refusalOf({ name, uses }: FunctionDefinition, { action, of }: Permission): string {
  const what = `${action.replace('dynamodb:', '')} ${action.startsWith('dynamodb:') ? 'under' : 'on'} ${of}`;
  return `${name} is not authorized to perform ${what}: its definition uses ${uses.join(', ') || 'nothing'}.`;
}

type Call = { readonly input: object };
type Next = (call: Call) => unknown;
type Context = { readonly clientName?: string; readonly commandName?: string };

function watch(client: AwsClient, check: (request: AwsRequest) => void): void {
  const middleware = (next: Next, { clientName = '', commandName = '' }: Context) => {
    const service = clientName.replace(/Client$/, '');
    const operation = commandName.replace(/Command$/, '');
    return async (call: Call) => {
      check({ service, operation, input: call.input as TableRequest });
      return next(call);
    };
  };
  const options = { step: 'initialize', priority: 'high', name: 'roleGuard', override: true };
  client.middlewareStack.add(middleware as never, options as never);
}
