import { expect, test } from '@jest/globals';
import { readStageSettings } from '#lib/settings.ts';
import { type Resource, synthesise } from './synthesise.ts';

/** List prices in dollars a month; docs/operations.md, "What it costs", has the sum of a stage that nobody uses. */
const PRICES: Readonly<Record<string, number>> = {
  'AWS::CloudWatch::Dashboard': 3,
  'AWS::SecretsManager::Secret': 0.4,
  'AWS::KMS::Key': 1,
};
/** Of an alarm for each of its metrics, and of a custom metric. */
const ALARM_METRIC = 0.1;
const METRICS = 32 * 0.3;

/** Returns the number of metrics of an alarm: one, or those that its metric math reads. */
const metricsOf = ({ Properties }: Resource): number =>
  Properties.Metrics
    ? Properties.Metrics.filter((one: { MetricStat?: unknown }) => one.MetricStat).length
    : 1;

const isFunction = ({ Type, Properties }: Resource) =>
  Type === 'AWS::Lambda::Function' && Properties.FunctionName;

test('a stage with few alarms that nobody uses costs at most 25 dollars a month', () => {
  const settings = { ...readStageSettings('example'), alarms: 'few' as const };
  const resources = Object.values(synthesise({ settings })).flatMap((template) =>
    Object.values(template.Resources),
  );
  const alarms = resources.filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  const names = resources.filter(isFunction).map(({ Properties }) => Properties.FunctionName);
  // An alarm on all functions reads a metric of each that ran lately, so no function may have an alarm of its own.
  expect(alarms.filter(({ Properties }) => names.includes(Properties.AlarmName))).toEqual([]);
  expect(resources.filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')).toEqual([]);
  const fixed = resources.reduce((sum, { Type }) => sum + (PRICES[Type] ?? 0), 0);
  const metrics = alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0);
  expect(fixed).toBeGreaterThan(0);
  // The probe, schedules and the functions that they run cost three dollars.
  expect(fixed + metrics * ALARM_METRIC + METRICS + 3).toBeLessThanOrEqual(25);
});
