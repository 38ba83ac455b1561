import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { createChildAlarm } from './alarms.ts';
import { ProductFunction } from './product-function.ts';
import { domainOf } from './sends-email.ts';
import type { Stage } from './stage.ts';

/** The names of the alarms on bounces and on spam complaints. */
const BOUNCES_ALARM = 'email-bounces';
const COMPLAINTS_ALARM = 'email-complaints';

/** The names of all alarms on email; none on a stage that sends none. */
export const emailAlarmsOf = ({ settings }: Stage): readonly string[] =>
  settings.email
    ? [systemFunctions.receiveEmailFeedback.name, BOUNCES_ALARM, COMPLAINTS_ALARM]
    : [];

export type EmailStackProps = StackProps & { readonly stage: Stage; readonly from: string };

/**
 * The domain that emails come from, what SES reports of them, and the function that stops sending to an address from which they
 * came back. The outputs are the DNS records that the operator adds (docs/operations.md, Email).
 */
export class EmailStack extends Stack {
  constructor(scope: Construct, id: string, { stage, from, ...props }: EmailStackProps) {
    super(scope, id, props);
    const identity = new EmailIdentity(this, 'Domain', {
      identity: Identity.domain(domainOf(from)),
      mailFromDomain: `mail.${domainOf(from)}`,
    });
    for (const [nth, { name, value }] of identity.dkimRecords.entries())
      new CfnOutput(this, `Dkim${nth + 1}`, { value: `${name} CNAME ${value}` });
    const configurationSet = new ConfigurationSet(this, 'Set', {
      configurationSetName: stage.configurationSet,
      reputationMetrics: true,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      // The product has its own list, which a person leaves by confirming the address again.
      disableSuppressionList: true,
    });
    configurationSet.addEventDestination('Feedback', {
      // SES publishes to the default bus only.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    receiveFeedback(this, stage);
    createReputationAlarms(this, stage);
  }
}

function receiveFeedback(stack: Stack, stage: Stage): void {
  const definition = systemFunctions.receiveEmailFeedback;
  const receiver = new ProductFunction(stack, {
    stage,
    definition,
    file: definition.file,
    impact: 'Emails are still sent to addresses from which they came back, which costs reputation.',
    timeout: Duration.seconds(30),
  });
  new Rule(receiver, 'Hears', {
    eventPattern: {
      source: ['aws.ses'],
      detailType: ['Email Bounced', 'Email Complaint Received'],
      detail: {
        mail: { tags: { 'ses:configuration-set': Match.exactString(stage.configurationSet) } },
      },
    },
    // Without a dead-letter queue: the next email to the address bounces too, and is reported again.
    targets: [new LambdaFunction(receiver.lambda)],
  });
}

/** At 5% bounces or 0.1% complaints SES reviews the account. https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html */
function createReputationAlarms(stack: Stack, stage: Stage): void {
  const reputation = (metricName: string) =>
    new Metric({
      namespace: 'AWS/SES',
      metricName,
      statistic: 'Average',
      period: Duration.hours(1),
    });
  const section = 'Emails come back';
  createChildAlarm(stack, {
    stage,
    section,
    name: BOUNCES_ALARM,
    impact:
      'More than 4% of the emails come back. At 5% SES reviews the account, at 10% it stops it.',
    look: 'SES, Account dashboard: since when, and to which domains?',
    metric: reputation('Reputation.BounceRate'),
    from: 0.04,
  });
  createChildAlarm(stack, {
    stage,
    section,
    name: COMPLAINTS_ALARM,
    impact: 'More than 0.08% of the emails are called spam. At 0.1% SES reviews the account.',
    look: 'SES, Account dashboard: which kind of email grew?',
    metric: reputation('Reputation.ComplaintRate'),
    from: 0.0008,
  });
}
