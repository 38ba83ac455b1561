import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { Canary } from './canary.ts';
import { type Areas, createShards, deploySequentially } from './operation-shards.ts';
import { acceptedKeyHashes, createKeyHasher } from './origin-keys.ts';
import type { Stage } from './stage.ts';
import { createTokenKeyMaker, tokenPublicKeys } from './token-keys.ts';

export type OperationsProps = StackProps & {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly areas: Areas;
  /** Deploys to production without the canary. */
  readonly urgent: boolean;
  /** Whether this is the first deployment. */
  readonly first: boolean;
};

/**
 * Half of the operations with their routes, in nested stacks, and the functions of the two custom resources that also the Api
 * stack uses. Deployed before the Api stack, whose API Gateway stage sets the throttle of every route.
 */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsProps) {
    const { stage, httpApi, areas, urgent, first, ...stackProps } = props;
    super(scope, id, stackProps);
    createKeyHasher(this, stage);
    createTokenKeyMaker(this, stage);
    const canary = canaryOf(this, { stage, urgent });
    const originKeyHashes = acceptedKeyHashes(this, stage);
    const tokenKeys = tokenPublicKeys(this, stage);
    const shards = createShards(
      this,
      { stage, httpApi, canary, originKeyHashes, tokenKeys, areas },
      'Operations',
    );
    if (!canary || first) deploySequentially(shards);
  }
}

/** The canary of a stack, which only production has. */
export const canaryOf = (
  stack: Stack,
  { stage, urgent }: Pick<OperationsProps, 'stage' | 'urgent'>,
): Canary | undefined =>
  stage.settings.production ? new Canary(stack, 'Canary', { stage, urgent }) : undefined;
