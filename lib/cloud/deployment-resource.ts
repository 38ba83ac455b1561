import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { ProductFunction, type ProductFunctionProps } from './product-function.ts';
import type { Stage } from './stage.ts';

type DeploymentResource = Pick<
  ProductFunctionProps,
  'name' | 'impact' | 'uses' | 'also' | 'environment'
> & {
  readonly stage: Stage;
  /** A change of these runs the function again. */
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A custom resource, and its function in functions/deployment/, which CloudFormation calls when it deploys the stage. */
export function deploymentResource(
  scope: Construct,
  id: string,
  { stage, properties, ...props }: DeploymentResource,
): CustomResource {
  const { lambda } = new ProductFunction(scope, {
    ...{ stage, code: stage.code(), ...props },
    bundle: `deployment/${props.name}`,
    timeout: Duration.seconds(30),
  });
  const resource = new CustomResource(scope, id, {
    serviceToken: lambda.functionArn,
    serviceTimeout: Duration.minutes(1),
    properties,
  });
  acknowledge(resource, {
    'CloudFormation-Validate::W9003':
      'CDK writes the seconds of the timeout as text, which CloudFormation takes as the number.',
  });
  return resource;
}
