import { createHash } from 'node:crypto';
import { NestedStack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { Canary } from './canary.ts';
import { OperationFunction } from './operation-function.ts';
import type { Stage } from './stage.ts';

/** The operations by area, as shared/api/index.ts lists them. */
export type Areas = Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

type ShardProps = {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly canary: Canary | undefined;
  readonly originKeyHashes: string;
  readonly tokenKeys: string;
};

/** The stacks that hold shards. CloudFormation changes at most 2,500 resources in a stack with its nested stacks. */
export type ShardHolder = 'Operations' | 'Api';

/** The nested stacks with operations in each of the two stacks. Changing it moves nearly all operations to another stack. */
const SHARDS_EACH = 6;

/**
 * Creates the nested stacks of a stack, with its half of the operations. A shard holds up to about forty operations, because a
 * stack is limited to 500 resources, and an operation of production has eleven.
 */
export function createShards(
  scope: Construct,
  { areas, ...props }: ShardProps & { readonly areas: Areas },
  holder: ShardHolder,
): readonly NestedStack[] {
  const first = holder === 'Operations' ? 0 : SHARDS_EACH;
  const own = shardOperations(areas).slice(first, first + SHARDS_EACH);
  return own.flatMap((operations, at) => {
    // CloudFormation refuses an empty stack.
    if (operations.length === 0) return [];
    return [new Shard(scope, `operations${first + at + 1}`, { ...props, operations })];
  });
}

type AreaOperation = { readonly area: string; readonly definition: OperationSpec };

class Shard extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { operations, ...props }: ShardProps & { readonly operations: readonly AreaOperation[] },
  ) {
    super(scope, id, { description: 'Operations' });
    for (const operation of operations) new OperationFunction(this, { ...props, ...operation });
  }
}

/**
 * Distributes the operations over the shards by a hash of their names. Not by area, because an operation that moved to
 * another area would change stacks: CloudFormation would create its function there while the name is still taken here, and
 * fail.
 */
function shardOperations(areas: Areas): readonly (readonly AreaOperation[])[] {
  const shards = Array.from({ length: 2 * SHARDS_EACH }, (): AreaOperation[] => []);
  for (const [area, operations] of Object.entries(areas))
    for (const definition of Object.values(operations))
      shards[shardOf(definition.name)]?.push({ area, definition });
  return shards;
}

const shardOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % (2 * SHARDS_EACH);

/**
 * Makes nested stacks deploy one at a time. Creating a hundred functions, roles and routes at once exceeds the request
 * limits of IAM, Lambda and API Gateway (API Gateway: ten per second), and too many throttled requests roll the stack back.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export function deploySequentially(stacks: readonly NestedStack[]): void {
  for (const [at, stack] of stacks.entries()) {
    const before = stacks[at - 1];
    if (before) stack.addStackDependency(before);
  }
}
