import { expect, test } from '@jest/globals';
import { FIXED_RESOURCES } from '../../bench/costs/estimate.ts';
import { PRODUCTION, type Resource, synthesise } from './synthesise.ts';

/* The fixed cost of a stage: the estimate uses the resource counts of the templates. */

test('the templates of production have the numbers of alarms, secrets and rules in the cost estimate', () => {
  const resources = Object.values(synthesise({ settings: PRODUCTION })).flatMap((template) =>
    Object.values(template.Resources),
  );
  const of = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);
  // A metric math alarm is billed for each metric that it uses.
  const metrics = of('AWS::CloudWatch::Alarm').map(({ Properties }) =>
    Properties.Metrics
      ? Properties.Metrics.filter((one: { MetricStat?: unknown }) => one.MetricStat).length
      : 1,
  );
  const counted = metrics.reduce((sum: number, one: number) => sum + one, 0);
  const said =
    FIXED_RESOURCES.functions * FIXED_RESOURCES.metricsOfFunctionAlarm +
    FIXED_RESOURCES.otherAlarmMetrics;
  expect({ counted, isClose: Math.abs(counted - said) <= 0.1 * counted }).toEqual({
    counted,
    isClose: true,
  });
  expect(of('AWS::SecretsManager::Secret')).toHaveLength(FIXED_RESOURCES.secrets);
  const [firewall] = of('AWS::WAFv2::WebACL');
  expect(firewall?.Properties.Rules).toHaveLength(FIXED_RESOURCES.firewallRules);
});
