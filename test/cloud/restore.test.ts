import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerPaused } from '#lib/cloud/edge.ts';
import { readStageSettings } from '#lib/settings.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The templates of a stage that uses a restored table, and of a stage that is paused. */

type Templates = Readonly<Record<string, Template>>;

let example: Templates;
let pointed: Templates;
beforeAll(() => {
  const restoredTable = { name: 'replypaid-again', streamLabel: '2026-11-21T14:00:00.123' };
  const settings = readStageSettings('example');
  example = synthesise();
  pointed = synthesise({ settings: { ...settings, restoredTable, paused: true } });
});

const DATA = 'ReplyPaid-example-Data';

describe('a stage that uses a restored table', () => {
  test('keeps the original table with its name and exports', () => {
    expect(resourcesOf(pointed, 'AWS::DynamoDB::Table')).toEqual(
      resourcesOf(example, 'AWS::DynamoDB::Table'),
    );
    expect(pointed[DATA]?.Outputs).toEqual(example[DATA]?.Outputs);
    expect(pointed[DATA]?.Resources).toEqual(example[DATA]?.Resources);
  });

  test('uses only the restored table in every function', () => {
    const named = resourcesOf(pointed, 'AWS::Lambda::Function').flatMap(({ Properties }) =>
      [Properties.Environment?.Variables?.TABLE_NAME].filter((name) => name !== undefined),
    );
    expect(named.length).toBeGreaterThan(80);
    expect(new Set(named)).toEqual(new Set(['replypaid-again']));
    const firstTable = Object.keys(example[DATA]?.Outputs ?? {}).filter((name) =>
      /^ExportsOutput(Ref|FnGetAtt)Table/.test(name),
    );
    expect(firstTable.length).toBe(3);
    const others = Object.entries(pointed).filter(([stack]) => stack !== DATA);
    for (const name of firstTable) expect(JSON.stringify(others)).not.toContain(name);
  });

  test('has the same permissions for the restored table: items, indexes and stream', () => {
    const roles = JSON.stringify(resourcesOf(pointed, 'AWS::IAM::Role'));
    const tables = [...roles.matchAll(/:table\/([^"]+)"/g)].map(([, name]) => name);
    const its = /^replypaid-again(\/index\/gsi\d|\/stream\/2026-11-21T14:00:00\.123)?$/;
    expect(tables.filter((name) => !its.test(name ?? ''))).toEqual([]);
    expect(tables.length).toBeGreaterThan(0);
    const [stream] = resourcesOf(pointed, 'AWS::Lambda::EventSourceMapping');
    expect(JSON.stringify(stream?.Properties.EventSourceArn)).toContain(
      ':table/replypaid-again/stream/2026-11-21T14:00:00.123',
    );
  });
});

describe('a stage that is paused', () => {
  const clockwork = (templates: Templates) =>
    resourcesOf(templates, 'AWS::Events::Rule')
      .filter(({ Properties }) => Properties.ScheduleExpression !== undefined)
      .map(({ Properties }) => Properties.State);

  test('starts no scheduled job', () => {
    expect(new Set(clockwork(pointed))).toEqual(new Set(['DISABLED']));
    expect(new Set(clockwork(example))).toEqual(new Set(['ENABLED']));
    expect(clockwork(pointed)).toHaveLength(clockwork(example).length);
  });

  test('answers each call with a refusal of the API and a Retry-After header', () => {
    const scripts = (templates: Templates) =>
      resourcesOf(templates, 'AWS::CloudFront::Function').map(
        ({ Properties }) => Properties.FunctionCode,
      );
    expect(scripts(pointed)).toContain(answerPaused);
    expect(scripts(example)).not.toContain(answerPaused);
    const answer = runInNewContext(`${answerPaused}; handler()`);
    expect(answer).toMatchObject({
      statusCode: REFUSALS.UNAVAILABLE.http,
      headers: { 'retry-after': { value: '600' }, 'cache-control': { value: 'no-store' } },
    });
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'UNAVAILABLE' });
  });
});
