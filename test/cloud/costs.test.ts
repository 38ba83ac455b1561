import { expect, test } from '@jest/globals';
import { alarmMetricsOf, dollarsOfSmallStage, FIXED_RESOURCES } from '#bench/costs/estimate.ts';
import { PRICES } from '#bench/costs/prices.ts';
import { readStageSettings } from '#lib/settings.ts';
import { PRODUCTION, type Resource, synthesise } from './synthesise.ts';

/* The fixed cost of a stage: the estimate uses the resource counts of the templates. */

/** Returns the number of metrics that alarms use. A metric math alarm is billed for each of its metrics. */
const metricsIn = (alarms: readonly Resource[]): number =>
  alarms
    .map(({ Properties }) =>
      Properties.Metrics
        ? Properties.Metrics.filter((one: { MetricStat?: unknown }) => one.MetricStat).length
        : 1,
    )
    .reduce((sum: number, one: number) => sum + one, 0);

const isFunction = ({ Type, Properties }: Resource) =>
  Type === 'AWS::Lambda::Function' && Properties.FunctionName;

test('the templates of production have the numbers of alarms, secrets and rules in the cost estimate', () => {
  const resources = Object.values(synthesise({ settings: PRODUCTION })).flatMap((template) =>
    Object.values(template.Resources),
  );
  const of = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);
  const counted = metricsIn(of('AWS::CloudWatch::Alarm'));
  const said = alarmMetricsOf('all');
  expect({ counted, isClose: Math.abs(counted - said) <= 0.1 * counted }).toEqual({
    counted,
    isClose: true,
  });
  expect(of('AWS::SecretsManager::Secret')).toHaveLength(FIXED_RESOURCES.secrets);
  const [firewall] = of('AWS::WAFv2::WebACL');
  expect(firewall?.Properties.Rules).toHaveLength(FIXED_RESOURCES.firewallRules);
});

test('a stage with few alarms that nobody uses costs at most 25 dollars a month', () => {
  const settings = { ...readStageSettings('example'), alarms: 'few' as const };
  const resources = Object.values(synthesise({ settings })).flatMap((template) =>
    Object.values(template.Resources),
  );
  const of = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);
  const alarms = of('AWS::CloudWatch::Alarm');
  const names = resources.filter(isFunction).map(({ Properties }) => Properties.FunctionName);
  expect(alarms.filter(({ Properties }) => names.includes(Properties.AlarmName))).toEqual([]);
  const counted = metricsIn(alarms) + FIXED_RESOURCES.idleFunctions;
  expect(counted).toBeLessThanOrEqual(alarmMetricsOf('few'));
  const { watching, secrets, keys } = PRICES;
  const dollars =
    counted * watching.alarmMetricMonth +
    FIXED_RESOURCES.metrics * watching.metricMonth +
    of('AWS::CloudWatch::Dashboard').length * watching.dashboardMonth +
    of('AWS::SecretsManager::Secret').length * secrets.secretMonth +
    of('AWS::KMS::Key').length * keys.keyMonth;
  expect(of('AWS::WAFv2::WebACL')).toEqual([]);
  // The rest is what the probe and the schedules ask of Lambda, the API and the table.
  expect(dollars).toBeLessThanOrEqual(dollarsOfSmallStage());
  expect(dollarsOfSmallStage()).toBeLessThanOrEqual(25);
});
