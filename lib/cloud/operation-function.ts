import { Duration, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type OperationSpec, PICTURES_BODY, type Use } from '#shared/api/operation.ts';
import { acknowledge } from './acknowledge.ts';
import type { Canary } from './canary.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/**
 * These operations run scrypt and get more memory, because CPU is proportional to it: half a second instead of two at
 * 512 MB, for the same cost.
 */
const HASHES_PASSWORDS: readonly string[] = [
  'authenticate',
  'confirmPasswordReset',
  'createUser',
  'updatePassword',
];

const USES_STRIPE: readonly Use[] = ['payments', 'disputes', 'cards', 'subscriptions', 'payouts'];

const takesPictures = ({ maxBodyBytes }: OperationSpec): boolean => maxBodyBytes >= PICTURES_BODY;

const isSlow = (operation: OperationSpec): boolean =>
  takesPictures(operation) || operation.uses.some((use) => USES_STRIPE.includes(use));

function memoryOf(operation: OperationSpec): number {
  // 1769 MB is one full vCPU. Decoding and encoding a large picture takes up to 0.2 seconds of it.
  if (takesPictures(operation)) return 1769;
  return HASHES_PASSWORDS.includes(operation.name) ? 1024 : 512;
}

type OperationFunctionProps = {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  readonly area: string;
  readonly definition: OperationSpec;
  readonly canary: Canary | undefined;
  /** The hashes of the accepted origin keys, separated by commas. */
  readonly originKeyHashes: string;
  /** The public keys that verify access tokens, as JSON. */
  readonly tokenKeys: string;
};

/** The Lambda function of an operation and its route, both derived from its definition. */
export class OperationFunction extends ProductFunction {
  constructor(
    scope: Construct,
    { stage, httpApi, area, definition, canary, ...keys }: OperationFunctionProps,
  ) {
    const { name, impact } = definition;
    super(scope, {
      stage,
      definition,
      file: `${area}/${name}`,
      impact,
      megabytes: memoryOf(definition),
      // The timeout of API Gateway is 30 seconds. Stripe, or four large pictures, can need most of it.
      timeout: Duration.seconds(isSlow(definition) ? 25 : 10),
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
  /** The reason why the route needs no authorizer, for cdk-nag. */
  readonly openBecause: string;
  /** Undefined outside of production: then new code gets all requests at once. */
  readonly canary: Canary | undefined;
};

/** Creates the API Gateway route of a function. */
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
  // Path parameters are wildcards in the ARN.
  const path = props.key.replace(/^\S+ /, '').replace(/\{\w+\}/g, '*');
  called.addPermission('Invoke', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: `arn:aws:execute-api:${region}:${account}:${apiId}/*/*${path}`,
  });
}
