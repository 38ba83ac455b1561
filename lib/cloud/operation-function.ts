import { Duration, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { OperationSpec, Use } from '../../shared/api/operation.ts';
import { acknowledge } from './acknowledge.ts';
import type { Canary } from './canary.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/** A processor's share follows the memory: scrypt takes half a second here and two at 512, for the same money. */
const HASHES_PASSWORDS: readonly string[] = [
  'authenticate',
  'confirmPasswordReset',
  'createUser',
  'updatePassword',
];

const SLOW: readonly Use[] = ['payments', 'cards', 'subscriptions', 'payouts', 'media'];

function memoryOf({ name, uses }: OperationSpec): number {
  // One whole processor: unpacking and packing a large picture keeps it busy for a second.
  if (uses.includes('media')) return 1769;
  return HASHES_PASSWORDS.includes(name) ? 1024 : 512;
}

type OperationFunctionProps = {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly area: string;
  readonly code: Code;
  readonly definition: OperationSpec;
  readonly canary: Canary | undefined;
  /** Hashes of the keys that prove that a request came through CloudFront, separated by commas. */
  readonly originKeyHashes: string;
  /** The public keys that verify access tokens, as JSON. */
  readonly tokenKeys: string;
};

/** The Lambda of one operation behind its route; everything about it is read from the definition. */
export class OperationFunction extends ProductFunction {
  constructor(
    scope: Construct,
    { stage, httpApi, area, code, definition, canary, ...keys }: OperationFunctionProps,
  ) {
    const { name, impact, uses, who, limits } = definition;
    super(scope, {
      stage,
      code,
      name,
      bundle: `${area}/${name}`,
      impact,
      uses,
      who,
      limits,
      megabytes: memoryOf(definition),
      // API Gateway hangs up after 30 seconds; a payment provider, or four large pictures, may use most of them.
      timeout: Duration.seconds(uses.some((use) => SLOW.includes(use)) ? 25 : 10),
      environment: { ORIGIN_KEY_HASHES: keys.originKeyHashes, TOKEN_PUBLIC_KEYS: keys.tokenKeys },
    });
    route(this, {
      httpApi,
      canary,
      key: routeKey(definition),
      openBecause: 'The function checks the access token itself, by the `who` of its definition.',
    });
  }
}

export function routeKey({ method, path }: Pick<OperationSpec, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

export type RouteProps = {
  readonly httpApi: HttpApi;
  readonly key: string;
  /** What stands at the door in place of an authorizer. */
  readonly openBecause: string;
  /** Absent outside of production: then new code answers everybody at once. */
  readonly canary: Canary | undefined;
};

/** Puts a function behind a route. */
export function route(fn: ProductFunction, props: RouteProps): void {
  const { apiId } = props.httpApi;
  const called = props.canary?.release(fn) ?? fn.lambda;
  const integration = new CfnIntegration(fn, 'Integration', {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: called.functionArn,
    payloadFormatVersion: '2.0',
  });
  const cfnRoute = new CfnRoute(fn, 'Route', {
    apiId,
    routeKey: props.key,
    target: `integrations/${integration.ref}`,
  });
  acknowledge(cfnRoute, { 'AwsSolutions-APIG4': props.openBecause });
  const { region, account } = Stack.of(fn);
  // A variable part of the path is any part in the eyes of IAM.
  const path = props.key.replace(/^\S+ /, '').replace(/\{\w+\}/g, '*');
  called.addPermission('Invoke', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: `arn:aws:execute-api:${region}:${account}:${apiId}/*/*${path}`,
  });
}
