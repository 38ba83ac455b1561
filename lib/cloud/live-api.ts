import { Stack } from 'aws-cdk-lib';
import { CfnApi, CfnChannelNamespace } from 'aws-cdk-lib/aws-appsync';
import { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CHANNEL_NAMESPACE } from '#shared/live.ts';
import { allow } from './permissions.ts';

/* Live hints on AWS AppSync Events: WebSockets that AWS keeps open. docs/decisions/0015-live-hints.md */

const { authorizeLive } = systemFunctions;

/**
 * The Event API. It belongs to the Front stack, whose Content-Security-Policy names its address. So it names its authorizer only
 * by ARN: functions, which know the origin of the front, are created later, and CDK's own construct would need them now.
 */
export class LiveApi extends Construct {
  readonly arn: string;
  readonly id: string;
  /** The host of requests to publish, which authorizations name too. */
  readonly host: string;
  /** The address of the WebSocket, without its path. */
  readonly socketOrigin: string;

  constructor(scope: Construct, id: string, named: (name: string) => string) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const lambda = { authType: 'AWS_LAMBDA' };
    const iam = { authType: 'AWS_IAM' };
    const api = new CfnApi(this, 'Api', {
      name: named('live'),
      eventConfig: {
        authProviders: [
          {
            ...lambda,
            lambdaAuthorizerConfig: {
              authorizerUri: `arn:${partition}:lambda:${region}:${account}:function:${named(authorizeLive.name)}`,
              // No caching: each result is about one channel at one moment.
              authorizerResultTtlInSeconds: 0,
            },
          },
          iam,
        ],
        connectionAuthModes: [lambda],
        defaultSubscribeAuthModes: [lambda],
        defaultPublishAuthModes: [iam],
        // No logConfig: log lines of AppSync contain the headers of requests, and so access tokens.
      },
    });
    new CfnChannelNamespace(this, 'People', {
      apiId: api.attrApiId,
      name: CHANNEL_NAMESPACE,
      subscribeAuthModes: [lambda],
      publishAuthModes: [iam],
    });
    this.arn = api.attrApiArn;
    this.id = api.attrApiId;
    this.host = api.attrDnsHttp;
    this.socketOrigin = `wss://${api.attrDnsRealtime}`;
  }

  /** The settings of the web app. */
  get settings(): { readonly url: string; readonly host: string } {
    return { url: `${this.socketOrigin}/event/realtime`, host: this.host };
  }

  /** The permission to publish, for functions that use `live`. */
  publishPermission() {
    return allow(['appsync:EventPublish'], [`${this.arn}/channelNamespace/${CHANNEL_NAMESPACE}`]);
  }
}
