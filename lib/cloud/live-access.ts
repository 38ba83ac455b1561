import { Duration } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { createChildAlarm } from './alarms.ts';
import { liveAlarms } from './live-alarms.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

const { authorizeLive } = systemFunctions;

/** The function that authorizes connections and subscriptions, and the alarms of the Event API. */
export class LiveAccess extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const authorizer = new ProductFunction(this, {
      stage,
      definition: authorizeLive,
      file: authorizeLive.file,
      impact: 'No one can connect to live hints; open screens poll instead.',
      timeout: Duration.seconds(10),
    });
    authorizer.lambda.addPermission('AppSync', {
      principal: new ServicePrincipal('appsync.amazonaws.com'),
      sourceArn: stage.live.arn,
    });
    for (const alarm of liveAlarms(stage)) createChildAlarm(this, { stage, ...alarm });
  }
}
