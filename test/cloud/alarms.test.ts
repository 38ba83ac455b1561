import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { LOAD_ALARMS } from '#lib/cloud/alarms.ts';
import { SHARED_ALARMS } from '#lib/cloud/shared-alarms.ts';
import { readStageSettings } from '#lib/settings.ts';
import { schedules } from '#shared/api/schedules.ts';
import { metricNamespace } from '#shared/metrics.ts';
import { METRICS } from '../support/metrics.ts';
import { ABROAD, PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';
import { alarmsOf, watchedIn, widgetsIn } from './watched.ts';

/* Alarms: each of them exists in the templates, has a clear text, and links to a section of the handbook. */

const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
let templates: Readonly<Record<string, Template>>;
/** Production while it is paused, with another budget and other countries: one synthesis of several seconds for the tests of all three. */
let changed: Readonly<Record<string, Template>>;
beforeAll(() => {
  templates = synthesise({ settings: PRODUCTION });
  const textMessages = { monthlyDollars: 50 };
  const phoneCountries = ['US', 'GB', 'JM'];
  const settings = { ...PRODUCTION, paused: true, textMessages, phoneCountries };
  changed = synthesise({ settings, areas: {} });
});

const PREFIX = 'replypaid-prod-';
const shortName = ({ AlarmName }: { readonly AlarmName: string }) => AlarmName.slice(PREFIX.length);
const named = (name: string) => alarmsOf(templates).find((alarm) => shortName(alarm) === name);

const functionNames = () =>
  resourcesOf(templates, 'AWS::Lambda::Function').flatMap(
    ({ Properties }) => Properties.FunctionName ?? [],
  );

/** Returns the heading of the handbook section that an alarm links to. */
const sectionNamedBy = ({ AlarmDescription }: { readonly AlarmDescription: string }): string =>
  /docs\/operations\.md, "(.+)"$/.exec(AlarmDescription)?.[1] ?? '';

/** Returns the text below a heading of the handbook, up to the next heading. */
const textBelow = (heading: string): string =>
  handbook.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

describe('the text of every alarm', () => {
  test('says who is affected, where to look, and where the instructions are', () => {
    for (const { AlarmDescription } of alarmsOf(templates)) {
      expect(AlarmDescription).toMatch(/^[A-Z].{15,}\.\n.+\n?.*docs\/operations\.md, ".+"$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
    }
  });

  test('links to a section that explains the meaning, where to look and what to do', () => {
    const headings = new Set(alarmsOf(templates).map(sectionNamedBy));
    for (const heading of headings) {
      const text = textBelow(heading);
      for (const part of ['Means', 'Look', 'Do'])
        expect({
          heading,
          part,
          says: new RegExp(`\\*\\*${part}\\.\\*\\*\\s+\\S.{30}`, 's').test(text),
        }).toEqual({ heading, part, says: true });
    }
  });

  test('is explained in the handbook under the alarm’s name, unless it is a function alarm', () => {
    const missing = alarmsOf(templates)
      .filter((alarm) => sectionNamedBy(alarm) !== 'A function fails')
      .filter((alarm) => {
        const name = shortName(alarm).replace(
          /^text-messages-lost-.*/,
          'text-messages-lost-<country>',
        );
        return !textBelow(sectionNamedBy(alarm)).includes(`\`${name}\``);
      });
    expect(missing.map(shortName)).toEqual([]);
  });

  test('matches the handbook, which has no section about an unknown alarm', () => {
    const part = handbook
      .split(/^## /m)
      .find((text) => text.startsWith('When an alarm goes off\n'));
    const headings = [...(part ?? '').matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual([...new Set(alarmsOf(templates).map(sectionNamedBy))].sort());
  });
});

describe('the metrics of alarms and of the dashboard', () => {
  test('from AWS exist with these dimensions', () => {
    const spec = loadAwsServiceSpecSync();
    const known = spec.all('metric');
    const unknown = watchedIn(templates)
      .filter(({ namespace }) => namespace.startsWith('AWS/'))
      .filter(({ namespace, name, dimensions }) => {
        const asked = Object.keys(dimensions).sort().join();
        const sets = known
          .filter((metric) => metric.namespace === namespace && metric.name === name)
          .flatMap((metric) => spec.follow('usesDimensionSet', metric))
          .map(({ entity }) => namesIn(entity.dimensions));
        return !sets.includes(asked) && !BESIDES.includes(`${namespace} ${name} ${asked}`);
      })
      .map(
        ({ namespace, name, dimensions }) =>
          `${namespace} ${name} ${Object.keys(dimensions).sort()}`,
      );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('from our logs are created by a metric filter', () => {
    const made = resourcesOf(templates, 'AWS::Logs::MetricFilter').flatMap(({ Properties }) =>
      Properties.MetricTransformations.map(
        (one: { MetricNamespace: string; MetricName: string }) =>
          `${one.MetricNamespace} ${one.MetricName}`,
      ),
    );
    for (const { namespace, name } of watchedIn(templates))
      if (namespace === 'ReplyPaid/prod/Faults') expect(made).toContain(`${namespace} ${name}`);
  });

  test('of the business are reported by functions', () => {
    for (const { namespace, name } of watchedIn(templates))
      if (namespace === metricNamespace('prod')) expect(METRICS).toContain(name);
  });

  test('come from AWS, from our logs or from functions', () => {
    const namespaces = new Set(watchedIn(templates).map(({ namespace }) => namespace));
    const own = [...namespaces].filter((namespace) => !namespace.startsWith('AWS/'));
    expect(own.sort()).toEqual([metricNamespace('prod'), 'ReplyPaid/prod/Faults']);
  });

  test('belong to functions and queues of the stage', () => {
    const queues = resourcesOf(templates, 'AWS::SQS::Queue').map(
      ({ Properties }) => Properties.QueueName,
    );
    for (const { dimensions } of watchedIn(templates)) {
      const { FunctionName, QueueName } = dimensions;
      if (FunctionName && !FunctionName.startsWith('{'))
        expect(functionNames()).toContain(FunctionName);
      if (QueueName && !QueueName.startsWith('{')) expect(queues).toContain(QueueName);
    }
  });

  test('stay within CloudWatch’s limits for one alarm', () => {
    for (const { AlarmName, Metrics = [], Period, EvaluationPeriods } of alarmsOf(templates)) {
      const periods = Metrics.flatMap(
        ({ MetricStat }: { MetricStat?: { Period: number } }) => MetricStat?.Period ?? [],
      );
      const period = Period ?? Math.max(...periods);
      const longest = period >= 3_600 ? 7 * 86_400 : 86_400;
      expect({ AlarmName, tooLong: period * EvaluationPeriods > longest }).toMatchObject({
        tooLong: false,
      });
      expect({ AlarmName, tooMany: periods.length > 10 }).toMatchObject({ tooMany: false });
      expect(new Set(periods).size).toBeLessThanOrEqual(1);
    }
  });
});

const namesIn = (dimensions: readonly { readonly name: string }[]) =>
  dimensions
    .map(({ name }) => name)
    .sort()
    .join();

/** Metrics that AWS documents and its service specification lacks. */
const BESIDES: readonly string[] = [
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Quotas-Visualize-Alarms.html
  'AWS/Usage ResourceCount Class,Resource,Service,Type',
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html: CloudFront has no Region
  'AWS/WAFV2 BlockedRequests Rule,WebACL',
  // https://docs.aws.amazon.com/appsync/latest/eventapi/cw-metrics.html
  ...['Requests', '4XXError', '5XXError'].map((name) => `AWS/AppSync ${name} EventAPIId`),
  ...[
    'ConnectSuccess',
    'ConnectClientError',
    'ConnectServerError',
    'ActiveConnections',
    'SubscribeSuccess',
    'SubscribeClientError',
    'SubscribeServerError',
    'InboundMessageDropped',
    'OutboundMessages',
  ].flatMap((name) => [
    `AWS/AppSync ${name} EventAPIId`,
    `AWS/AppSync ${name} ChannelNamespaceName,EventAPIId`,
  ]),
];

describe('an alarm on live hints', () => {
  test.each(['live-connecting', 'live-subscribing', 'live-dropping'])(
    '%s reads metrics of the API alone and of the API with its namespace',
    (name) => {
      const forms = watchedIn(templates)
        .filter(({ by }) => by === `replypaid-prod-${name}`)
        .map(({ name: metric, dimensions }) => [metric, Object.keys(dimensions).length] as const);
      const metrics = [...new Set(forms.map(([metric]) => metric))];
      expect(forms.sort()).toEqual(
        metrics.sort().flatMap((one) => [
          [one, 1],
          [one, 2],
        ]),
      );
    },
  );

  test('on failed connections waits for ten minutes and a hundred attempts', () => {
    const alarm = named('live-connecting');
    expect(alarm).toMatchObject({
      Threshold: 20,
      EvaluationPeriods: 2,
      TreatMissingData: 'notBreaching',
    });
    const [{ Expression }] = alarm?.Metrics ?? [];
    expect(Expression).toMatch(/^IF\(.* >= 100, 100 \* \(.*\) \/ \(.*\), 0\)$/);
  });
});

describe('an alarm on missing data', () => {
  test.each(Object.values(schedules))(
    'of $name rings after three periods',
    ({ name, everyMinutes }) => {
      const alarm = named(`${name}-silent`);
      expect(alarm).toMatchObject({
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        EvaluationPeriods: 3,
        TreatMissingData: 'breaching',
      });
      expect(alarm?.Metrics).toMatchObject([
        { Expression: 'FILL(reported, 0)' },
        {
          MetricStat: {
            Metric: { MetricName: 'Invocations' },
            Period: everyMinutes * 60,
            Stat: 'Sum',
          },
        },
      ]);
    },
  );

  test('on paid messages goes off after the number of hours in the settings', () => {
    expect(named('orders-quiet')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 6,
      TreatMissingData: 'breaching',
      Metrics: [
        { Expression: 'FILL(reported, 0)' },
        { MetricStat: { Metric: { MetricName: 'conversation.paid' }, Period: 3_600 } },
      ],
    });
  });

  test('does not exist for metrics that may have no data', () => {
    const rings = ({ TreatMissingData }: { TreatMissingData: string }) =>
      TreatMissingData === 'breaching';
    const silent = alarmsOf(templates).filter(rings).map(shortName).sort();
    expect(silent).toEqual(
      [
        'orders-quiet',
        'probe-silent',
        ...Object.keys(schedules).map((name) => `${name}-silent`),
      ].sort(),
    );
  });
});

describe('the dashboard', () => {
  const alarmNames = (title: RegExp) =>
    widgetsIn(templates)
      .filter(({ properties }) => title.test(properties.title ?? ''))
      .flatMap(({ properties: { alarms = [] } }) => alarms)
      .map((arn) => arn.split(':alarm:')[1]);

  test('begins with all alarms that are on', () => {
    const [, first] = widgetsIn(templates);
    expect(first?.properties).toMatchObject({ title: 'Active alarms', states: ['ALARM'] });
    expect(alarmNames(/^Active alarms$/).sort()).toEqual(
      alarmsOf(templates)
        .map(({ AlarmName }) => AlarmName)
        .sort(),
    );
    for (const { properties } of widgetsIn(templates))
      expect(properties.alarms?.length ?? 0).toBeLessThanOrEqual(100);
  });

  test('ends with every alarm once, grouped by subject', () => {
    expect(alarmNames(/^Alarms: /).sort()).toEqual(alarmNames(/^Active alarms$/).sort());
  });
});

describe('the outside probe', () => {
  test('has its alarm in CloudFront’s region, whatever the region of the stage', () => {
    const abroad = synthesise({ settings: ABROAD, areas: {} });
    const ring = watchedIn(abroad).filter(
      ({ by, namespace }) => by !== 'dashboard' && namespace === 'AWS/CloudFront',
    );
    const inStack = alarmsOf({ edge: abroad['ReplyPaid-abroad-EdgeAlarms'] as Template });
    expect([...new Set(ring.map(({ by }) => by))].sort()).toEqual(
      inStack.map(({ AlarmName }) => AlarmName).sort(),
    );
    expect(inStack[0]?.AlarmActions).toEqual([
      { 'Fn::ImportValue': expect.stringMatching(/^ReplyPaid-abroad-EdgeTopic:/) },
    ]);
  });

  test('runs every minute, and not while the stage is paused', () => {
    const rule = ({ 'ReplyPaid-prod-Probe': probe }: typeof templates) =>
      resourcesOf({ probe: probe as Template }, 'AWS::Events::Rule')[0]?.Properties;
    expect(rule(templates)).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
    });
    expect(rule(changed)).toMatchObject({ State: 'DISABLED' });
  });

  test('is covered by the budget of the settings, which raises an alarm', () => {
    const [budget] = resourcesOf(templates, 'AWS::Budgets::Budget');
    expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 100, Unit: 'USD' });
    expect(
      budget?.Properties.NotificationsWithSubscribers.map(
        ({ Notification, Subscribers }: { Notification: object; Subscribers: object[] }) => ({
          ...Notification,
          to: Subscribers,
        }),
      ),
    ).toMatchObject([
      { NotificationType: 'ACTUAL', Threshold: 80, to: [{ Address: PRODUCTION.alarmEmail }] },
      { NotificationType: 'FORECASTED', Threshold: 100, to: [{ Address: PRODUCTION.alarmEmail }] },
    ]);
  });
});

describe('the alarms of text messages', () => {
  test('go off at 80% of the budget in the settings', () => {
    const limiter = resourcesOf(changed, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === `${PREFIX}limitTextMessages`,
    );
    expect(limiter?.Properties.Environment.Variables.TEXT_MESSAGE_DOLLARS).toBe('50');
    const alarm = alarmsOf(changed).find((one) => shortName(one) === 'text-messages-near-limit');
    expect(alarm).toMatchObject({
      MetricName: 'SMSMonthToDateSpentUSD',
      Threshold: 40,
      Statistic: 'Maximum',
    });
    expect(resourcesOf(changed, 'Custom::Trigger')).toHaveLength(3);
  });

  test('of a stage that does not set the spending limit watch delivery only', () => {
    const { textMessages: _, quietHours: __, ...without } = PRODUCTION;
    const limited = ['text-messages-near-limit', 'limitTextMessages', 'orders-quiet'];
    expect(alarmsOf(templates).map(shortName)).toEqual(expect.arrayContaining(limited));
    const names = alarmsOf(synthesise({ settings: without, areas: {} })).map(shortName);
    expect(names).toContain('text-messages-lost-US');
    for (const name of limited) expect(names).not.toContain(name);
  });

  test('exist for each allowed country', () => {
    const names = alarmsOf(changed).map(shortName);
    expect(names.filter((name) => name?.startsWith('text-messages-lost')).sort()).toEqual([
      'text-messages-lost-GB',
      'text-messages-lost-JM',
      'text-messages-lost-US',
    ]);
  });
});

describe('a stage with few alarms', () => {
  const fewAlarms = () =>
    synthesise({ settings: { ...readStageSettings('example'), alarms: 'few' } });
  const shortNames = (stacks: Readonly<Record<string, Template>>) =>
    alarmsOf(stacks).map(({ AlarmName }) => AlarmName.replace('replypaid-example-', ''));

  test('has two alarms on all functions in place of one for each, and none on load', () => {
    const few = fewAlarms();
    const functions = resourcesOf(few, 'AWS::Lambda::Function').map(({ Properties }) =>
      Properties.FunctionName?.replace('replypaid-example-', ''),
    );
    const all = shortNames(synthesise());
    for (const name of LOAD_ALARMS) expect(all).toContain(name);
    const kept = all.filter((name) => !functions.includes(name) && !LOAD_ALARMS.includes(name));
    expect(shortNames(few).sort()).toEqual([...kept, ...Object.values(SHARED_ALARMS)].sort());
  });

  test('counts the errors that each function logs as a series with its name, and an alarm asks for them', () => {
    const few = fewAlarms();
    const filters = resourcesOf(few, 'AWS::Logs::MetricFilter')
      .map(({ Properties }) => Properties)
      .filter(({ FilterName }) => FilterName === 'faults');
    expect(filters.length).toBeGreaterThan(200);
    for (const { MetricTransformations } of filters)
      expect(MetricTransformations).toEqual([
        {
          MetricName: 'faults',
          MetricNamespace: 'ReplyPaid/example/Faults',
          MetricValue: '1',
          Dimensions: [{ Key: 'Function', Value: '$.service' }],
        },
      ]);
    const alarm = alarmsOf(few).find(({ AlarmName }) => AlarmName.endsWith(SHARED_ALARMS.faults));
    expect(alarm).toMatchObject({
      Threshold: 1,
      TreatMissingData: 'notBreaching',
      Metrics: [
        {
          Expression:
            'SELECT SUM(faults) FROM SCHEMA("ReplyPaid/example/Faults", Function) GROUP BY Function ORDER BY SUM() DESC',
          Period: 300,
          ReturnData: true,
        },
      ],
    });
  });

  test('has a dashboard that shows exactly its alarms', () => {
    const few = fewAlarms();
    const shown = widgetsIn(few)
      .filter(({ properties }) => /^Alarms: /.test(properties.title ?? ''))
      .flatMap(({ properties: { alarms = [] } }) => alarms)
      .map((arn) => arn.split(':alarm:')[1]);
    expect(shown.sort()).toEqual(
      alarmsOf(few)
        .map(({ AlarmName }) => AlarmName)
        .sort(),
    );
  });

  test('has alarms that the handbook explains', () => {
    for (const alarm of alarmsOf(fewAlarms()))
      if (Object.values<string>(SHARED_ALARMS).some((name) => alarm.AlarmName.endsWith(name)))
        expect(textBelow(sectionNamedBy(alarm))).toContain(
          `\`${alarm.AlarmName.replace('replypaid-example-', '')}\``,
        );
  });
});
