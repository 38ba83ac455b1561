import { beforeAll, describe, expect, test } from '@jest/globals';
import { areas } from '#shared/api/index.ts';
import { ABROAD, assembled, PRODUCTION, synthesise, type Template } from './synthesise.ts';

/*
 * Resources that outlast a deployment. CloudFormation identifies a resource by its logical id; a resource with a new
 * logical id is created again and the old one is deleted.
 */

type Templates = Readonly<Record<string, Template>>;

let example: Templates;
beforeAll(() => {
  example = synthesise();
});

/** Types of resources that hold data that cannot be recreated, or that others address. */
const LASTING = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::CloudFront::Distribution',
  'AWS::ApiGatewayV2::Api',
  'AWS::SQS::Queue',
  'AWS::SNS::Topic',
  'AWS::Events::EventBus',
];

test('resources with data or a public address keep their logical ids', () => {
  const ids = Object.entries(example).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => LASTING.includes(Type))
      .map(([id]) => `${stack} ${id}`),
  );
  // A changed line here means a lost resource. Move the file, but keep the names of the constructs.
  expect(ids.sort()).toEqual([
    'ReplyPaid-example-Alarms TopicBFC7AF6E',
    'ReplyPaid-example-Data HashKeyEC50E6F3',
    'ReplyPaid-example-Data MediaA721A567',
    'ReplyPaid-example-Data OriginKey10CF34FB',
    'ReplyPaid-example-Data ProbePassword5435661A',
    'ReplyPaid-example-Data PublishableKeyBB4D3FED',
    'ReplyPaid-example-Data StripeKeyF1DDFBE2',
    'ReplyPaid-example-Data SupportPasswordBA06BC71',
    'ReplyPaid-example-Data TableCD117FA1',
    'ReplyPaid-example-Data TokenKeysAAD69857',
    'ReplyPaid-example-Data WebhookSecretsC35BAB69',
    'ReplyPaid-example-Events BusEA82B648',
    'ReplyPaid-example-Events DeadLettersQueue631681B1',
    'ReplyPaid-example-Events UnpublishedQueueFCAAF412',
    'ReplyPaid-example-Front ApiF70053CD',
    'ReplyPaid-example-Front Distribution830FAC52',
    'ReplyPaid-example-Front Logs6819BB44',
    'ReplyPaid-example-Front Web3C8945DB',
    'ReplyPaid-example-Jobs DeadLettersQueue631681B1',
  ]);
});

test('logical ids do not depend on the folder of a file', () => {
  const few = { billing: areas.billing, payouts: areas.payouts, search: areas.search };
  const all = Object.assign({}, ...Object.values(few).reverse());
  const moved = synthesise({ areas: { elsewhere: all } });
  const typesById = (templates: Templates) =>
    Object.fromEntries(
      Object.entries(templates).map(([stack, { Resources }]) => [
        stack,
        Object.fromEntries(
          Object.entries(Resources)
            .map(([id, { Type }]) => [id, Type] as const)
            .sort(),
        ),
      ]),
    );
  expect(typesById(moved)).toEqual(typesById(synthesise({ areas: few })));
});

test('exports of a stack exist whether or not they are imported, so that deployments do not block each other', () => {
  const alone = synthesise({ areas: {}, schedules: {}, subscribers: {}, web: undefined });
  const exportsOf = (templates: Templates, stack: string) =>
    Object.keys(templates[`ReplyPaid-example-${stack}`]?.Outputs ?? {}).sort();
  for (const stack of ['Data', 'Front', 'Alarms'])
    expect({ stack, exports: exportsOf(alone, stack) }).toEqual({
      stack,
      exports: exportsOf(example, stack),
    });
});

describe('the stacks of a stage', () => {
  const stacksOf = (settings: typeof PRODUCTION) =>
    // Operations have no effect on this test; without them synthesis is faster.
    assembled({ settings, areas: {} }, ({ stacks }) =>
      stacks.map(({ id, terminationProtection, dependencies }) => ({
        name: id.replace(/^ReplyPaid-\w+-/, ''),
        isProtected: terminationProtection === true,
        after: dependencies
          .filter(({ manifest }) => manifest.type === 'aws:cloudformation:stack')
          .map((dependency) => dependency.id.replace(/^ReplyPaid-\w+-/, ''))
          .sort(),
      })),
    );

  test('are protected from deletion if they hold data without a second copy', () => {
    const stacks = stacksOf({ ...PRODUCTION, stage: 'trial', production: false });
    const kept = stacks.filter(({ isProtected }) => isProtected).map(({ name }) => name);
    expect(kept.sort()).toEqual(['Data', 'Front']);
  });

  test('are all protected from deletion in production', () => {
    expect(stacksOf(PRODUCTION).filter(({ isProtected }) => !isProtected)).toEqual([]);
  });

  test('are deployed in order, the least frequently changed first', () => {
    const after = Object.fromEntries(stacksOf(ABROAD).map(({ name, after }) => [name, after]));
    expect(after.Data).toEqual([]);
    expect(after.Alarms).toEqual([]);
    expect(after.Certificate).toEqual([]);
    expect(after.Firewall).toEqual(['EdgeTopic']);
    expect(after.Front).toEqual(['Certificate', 'Data', 'Firewall']);
    expect(after.Site).toEqual(expect.arrayContaining(['Api', 'Front']));
    // Its operations, which this test leaves out, also need the Front stack.
    expect(after.Operations).toEqual(['Alarms', 'Data']);
    expect(after.Api).toEqual(['Alarms', 'Data', 'Front', 'Operations']);
    expect(after.Support).toEqual(['Alarms', 'Data']);
    expect(after.Events).toEqual(['Alarms', 'Api', 'Data', 'Front']);
    for (const name of ['Jobs', 'Probe']) expect(after[name]).toEqual(['Alarms', 'Api', 'Data']);
  });
});
