import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SystemFunction } from '#shared/api/system-functions.ts';
import { acknowledge } from './acknowledge.ts';
import { ProductFunction, type ProductFunctionProps } from './product-function.ts';
import type { Stage } from './stage.ts';

type DeploymentFunction = Pick<ProductFunctionProps, 'impact' | 'also' | 'environment'> & {
  readonly stage: Stage;
  readonly definition: SystemFunction;
};

/** Creates a function of functions/deployment/, which CloudFormation calls for the custom resources of several stacks. */
export const createDeploymentFunction = (
  scope: Construct,
  props: DeploymentFunction,
): ProductFunction =>
  new ProductFunction(scope, {
    ...props,
    file: props.definition.file,
    timeout: Duration.seconds(30),
  });

type DeploymentResource = {
  readonly stage: Stage;
  /** The function, which is in this stack or in one that is deployed before. */
  readonly definition: SystemFunction;
  /** CloudFormation calls the function again when these change. */
  readonly properties: Readonly<Record<string, unknown>>;
};

/**
 * Creates a custom resource. Each stack that uses its result has its own, because CloudFormation does not change an exported
 * value while another stack imports it. It names the function instead of importing its ARN for the same reason.
 */
export function deploymentResource(
  scope: Construct,
  id: string,
  { stage, definition, properties }: DeploymentResource,
): CustomResource {
  const { region, account } = Stack.of(scope);
  const name = stage.nameOf(definition.name);
  const resource = new CustomResource(scope, id, {
    serviceToken: `arn:aws:lambda:${region}:${account}:function:${name}`,
    serviceTimeout: Duration.minutes(1),
    properties,
  });
  const fn = scope.node.tryFindChild(definition.name);
  if (fn) resource.node.addDependency(fn);
  acknowledge(resource, {
    'CloudFormation-Validate::W9003':
      'CDK writes the timeout as a string, which CloudFormation accepts as a number.',
  });
  return resource;
}
