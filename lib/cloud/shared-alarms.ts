import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { createChildAlarm } from './alarms.ts';
import type { Stage } from './stage.ts';

/** The metric of errors that functions log, where a stage has few alarms, and its dimension, the name of the function. */
export const SHARED_FAULTS = { metricName: 'faults', dimension: 'Function' } as const;

/** The names of the alarms on all functions together. */
export const SHARED_ALARMS = { faults: 'functions-log-errors', errors: 'functions-fail' } as const;

/**
 * Two alarms on all functions, of a stage with few alarms: on the errors that they log, and on crashes and timeouts. Each query has a
 * time series for each function, and the email of the alarm names the functions whose series it is about. CloudWatch bills such an
 * alarm by the metrics that have data: none for errors that are not logged, and for crashes the functions that ran lately.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 *
 * Production has an alarm for each function instead: the canary of a function ends with its alarm, and an alarm cannot be asked about
 * one of its series. And where all functions run, a query over all of them costs no less.
 */
export class SharedAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    const { metricName, dimension } = SHARED_FAULTS;
    const both = { stage, section: 'A function fails' } as const;
    createChildAlarm(this, {
      ...both,
      name: SHARED_ALARMS.faults,
      impact: 'A function logged an error, so a request or work in the background failed.',
      look: `the log of the function that this message names, /aws/lambda/${stage.nameOf('<function>')}`,
      metric: seriesOfFunctions(
        `SELECT SUM(${metricName}) FROM SCHEMA("${stage.faultNamespace}", ${dimension}) GROUP BY ${dimension} ORDER BY SUM() DESC`,
      ),
    });
    createChildAlarm(this, {
      ...both,
      name: SHARED_ALARMS.errors,
      impact: 'A function crashed or took too long. It may be of another stage of the account.',
      look: 'the log of the function that this message names, /aws/lambda/<FunctionName>',
      metric: seriesOfFunctions(
        'SELECT SUM(Errors) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC',
      ),
    });
  }
}

const seriesOfFunctions = (expression: string) =>
  new MathExpression({ expression, usingMetrics: {}, period: Duration.minutes(5) });
