import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SystemFunction } from '../../shared/api/system-functions.ts';
import { acknowledge } from './acknowledge.ts';
import { ProductFunction, type ProductFunctionProps } from './product-function.ts';
import type { Stage } from './stage.ts';

type DeploymentResource = Pick<ProductFunctionProps, 'impact' | 'also' | 'environment'> & {
  readonly stage: Stage;
  readonly definition: SystemFunction;
  /** CloudFormation calls the function again when these change. */
  readonly properties: Readonly<Record<string, unknown>>;
};

/** Creates a custom resource and its function in functions/deployment/, which CloudFormation calls during a deployment. */
export function deploymentResource(
  scope: Construct,
  id: string,
  { stage, properties, ...props }: DeploymentResource,
): CustomResource {
  const { lambda } = new ProductFunction(scope, {
    ...{ stage, ...props },
    file: props.definition.file,
    timeout: Duration.seconds(30),
  });
  const resource = new CustomResource(scope, id, {
    serviceToken: lambda.functionArn,
    serviceTimeout: Duration.minutes(1),
    properties,
  });
  acknowledge(resource, {
    'CloudFormation-Validate::W9003':
      'CDK writes the timeout as a string, which CloudFormation accepts as a number.',
  });
  return resource;
}
