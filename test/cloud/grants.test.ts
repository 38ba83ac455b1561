import { describe, expect, test } from '@jest/globals';
import { holdInBounds } from '../../lib/cloud/bounds.ts';
import { type Asked, familyOf } from '../../lib/grants/asked.ts';
import { type Granted, listed, readGrants } from '../../lib/grants/grants.ts';
import { areas } from '../../shared/api/index.ts';
import type { OperationSpec } from '../../shared/api/operation.ts';
import { schedules } from '../../shared/api/schedules.ts';
import { subscribers } from '../../shared/api/subscribers.ts';
import { SECRET_NAMES, type SecretName } from '../../shared/secret-names.ts';
import { type Resource, synthesise, type Template } from './synthesise.ts';

/*
 * What each function is and may do, in a form to read in a review: a changed line in the snapshot is a changed
 * permission of the deployed product. Where the grants come from: test/support/recorder.ts.
 */

const templates = synthesise();
const grants = readGrants();

const functions = Object.values(templates).flatMap((template) =>
  Object.entries(template.Resources)
    .filter(([, { Type, Properties }]) => isOwnFunction(Type, Properties))
    .map(([id, lambda]) => ({ id, lambda, template, bundle: bundleOf(lambda) })),
);

test('route, function and grants of everything that is deployed', () => {
  const lines = functions.map(({ template, id, lambda }) => describeFunction(template, id, lambda));
  expect(`\n${lines.sort().join('\n\n')}\n`).toMatchSnapshot();
});

describe('what is deployed', () => {
  test('is every function that the grants name, and no other', () => {
    const bundles = functions.map(({ bundle }) => bundle).sort();
    expect(bundles).toEqual(Object.keys(grants).sort());
  });

  test('may do what the grants say, and nothing else', () => {
    for (const { bundle, template, lambda } of functions) {
      const allowed = statementsOf(template, lambda)
        .filter(({ Effect }) => Effect === 'Allow')
        .filter(isTelling)
        .flatMap(allowedBy);
      expect({ bundle, may: linesOf(allowed) }).toEqual({
        bundle,
        may: linesOf(listed(grants[bundle] ?? {})),
      });
    }
  });

  test('never needs a longer policy than a role can have, nor a longer template than a stack can', () => {
    for (const { bundle, template, lambda } of functions) {
      const characters = JSON.stringify(statementsOf(template, lambda)).length;
      // References are longer once they are resolved: an ARN in place of each.
      expect({ bundle, fits: characters < 8_000 }).toEqual({ bundle, fits: true });
    }
    for (const [name, template] of Object.entries(templates)) {
      const bytes = Buffer.byteLength(JSON.stringify(template));
      expect({ name, fits: bytes < 950_000 }).toEqual({ name, fits: true });
    }
  });
});

describe('each secret', () => {
  const STRIPE = ['payments', 'cards', 'subscriptions', 'statements', 'payouts'];
  /** The uses that read the secret. */
  const READERS: Readonly<Record<SecretName, readonly string[]>> = {
    tokenKeys: ['tokenKeys'],
    hashKey: ['hashKey', 'push'],
    stripeKey: STRIPE,
    publishableKey: ['publishableKey'],
    webhookSecrets: ['webhookSecrets'],
  };
  const USES = new Map<string, readonly string[]>([
    ...Object.entries(areas).flatMap(([area, definitions]) =>
      Object.values<OperationSpec>(definitions).map(
        ({ name, uses }): [string, readonly string[]] => [`${area}/${name}`, uses],
      ),
    ),
    ...Object.values(subscribers).map(({ name, uses }): [string, readonly string[]] => [
      `events/${name}`,
      uses,
    ]),
    ...Object.values(schedules).map(({ name, uses }): [string, readonly string[]] => [
      `jobs/${name}`,
      uses,
    ]),
    ['webhooks/stripe', ['payments', 'webhookSecrets']],
    ['deployment/makeTokenKeys', ['tokenKeys']],
  ]);

  test.each(SECRET_NAMES)('%s is read by no function whose definition does not use it', (name) => {
    const readers = functions.filter(({ template, lambda }) =>
      statementsOf(template, lambda)
        .filter(({ Effect }) => Effect === 'Allow')
        .flatMap(allowedBy)
        .some(({ action, of }) => action === 'secretsmanager:GetSecretValue' && of === name),
    );
    expect(readers.length).toBeGreaterThan(0);
    const strangers = readers.filter(
      ({ bundle }) => !USES.get(bundle)?.some((use) => READERS[name].includes(use)),
    );
    expect(strangers.map(({ bundle }) => bundle)).toEqual([]);
  });

  test('is out of reach of every function that only reads the table', () => {
    const reading = functions.filter(({ bundle }) => {
      const uses = USES.get(bundle);
      return uses?.length && uses.every((use) => use === 'table.read');
    });
    expect(reading.length).toBeGreaterThan(20);
    const holding = reading.filter(({ template, lambda }) =>
      JSON.stringify(statementsOf(template, lambda)).includes('secretsmanager'),
    );
    expect(holding.map(({ bundle }) => bundle)).toEqual([]);
  });

  test('stays out of the environment of functions, which hold public keys to verify tokens', () => {
    for (const { bundle, lambda } of functions) {
      const { Variables } = lambda.Properties.Environment;
      const text = JSON.stringify(Variables);
      expect({ bundle, resolves: text.includes('{{resolve:') }).toEqual({
        bundle,
        resolves: false,
      });
      if (USES.has(bundle) && HAS_CALLERS.test(bundle))
        expect(Variables).toHaveProperty('TOKEN_PUBLIC_KEYS');
    }
  });

  /** Bundles of operations, which have callers and so verify tokens. */
  const HAS_CALLERS = /^(?!events|jobs|webhooks|deployment)/;
});

describe('what was seen never widens what a definition uses', () => {
  const asking = { bundle: 'area/look', uses: ['table.read'] } as const;
  const refused = (granted: Granted, asker: Parameters<typeof holdInBounds>[0] = asking) => {
    expect(() => holdInBounds(asker, granted, [])).toThrow(
      /^lib\/grants\/grants\.json lets area\/look /,
    );
  };

  test('who may read reads, from any index', () => {
    holdInBounds(asking, { 'dynamodb:Query on gsi1': ['INBOX#*'] }, []);
    refused({ 'dynamodb:PutItem': ['USER#*'] });
    refused({ 'dynamodb:UpdateItem': ['LIMIT#*'] });
    refused({ 'secretsmanager:GetSecretValue': ['stripeKey'] });
  });

  test('who may read and has limits counts calls, and writes nothing else', () => {
    const limited = { ...asking, limits: [{ per: 'caller', max: 1, within: 60 }] } as const;
    holdInBounds(limited, { 'dynamodb:UpdateItem': ['LIMIT#*'] }, []);
    refused({ 'dynamodb:UpdateItem': ['LIMIT#*', 'USER#*'] }, limited);
    const inMemory = [{ ...limited.limits[0], inMemory: true }] as const;
    refused({ 'dynamodb:UpdateItem': ['LIMIT#*'] }, { ...asking, limits: inMemory });
  });

  test('nobody scans, and nobody changes or removes a ledger entry', () => {
    const writing = { ...asking, uses: ['table.write'] } as const;
    holdInBounds(writing, { 'dynamodb:PutItem': ['ENTRY#*'] }, []);
    refused({ 'dynamodb:UpdateItem': ['ENTRY#*'] }, writing);
    refused({ 'dynamodb:DeleteItem': ['ENTRY#*'] }, writing);
    refused({ 'dynamodb:Scan': ['*'] }, writing);
  });

  test('no function writes, changes or removes what operators did', () => {
    const writing = { ...asking, uses: ['table.write'] } as const;
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
      refused({ [`dynamodb:${action}`]: ['AUDIT#*'] }, writing);
  });

  test('a use that writes in one place is no permission to write in another', () => {
    const marking = { ...asking, uses: ['table.read', 'marks'] } as const;
    holdInBounds(marking, { 'dynamodb:UpdateItem': ['CHAT#*'] }, []);
    refused({ 'dynamodb:UpdateItem': ['CHATS#*'] }, marking);
    refused({ 'dynamodb:DeleteItem': ['CHAT#*'] }, marking);
  });
});

test('every key is fenced by its family', () => {
  expect(familyOf('USER#01J')).toBe('USER#*');
  expect(familyOf('PENDING#01J#01K')).toBe('PENDING#*');
  expect(familyOf('DUE#PAYOUT')).toBe('DUE#PAYOUT');
  const wide = Object.values(grants).flatMap((granted) =>
    listed(granted).filter(({ action, of }) => action.startsWith('dynamodb:') && /^\W*$/.test(of)),
  );
  expect(wide).toEqual([]);
});

function isOwnFunction(type: string, properties: Resource['Properties']): boolean {
  return type === 'AWS::Lambda::Function' && Boolean(properties?.FunctionName);
}

function bundleOf({ Properties }: Resource): string {
  return Properties.Handler.replace('.handler', '');
}

type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

function statementsOf(template: Template, { Properties }: Resource): readonly Statement[] {
  const role = template.Resources[Properties.Role['Fn::GetAtt'][0]];
  return role?.Properties.Policies[0].PolicyDocument.Statement;
}

/**
 * Every function writes its log and its trace; reading the stream and keeping what could not be handed on is done by
 * Lambda in the name of the function.
 */
function isTelling({ Action }: Statement): boolean {
  const [action = ''] = [Action].flat();
  return !/^(logs|xray|sqs):|^dynamodb:(GetRecords|ListStreams)/.test(action);
}

/** Each thing that a statement allows, in the words of the grants. */
function allowedBy({ Action, Resource: on, NotResource: besides, Condition }: Statement): Asked[] {
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  return [Action].flat().flatMap((action) => {
    if (besides) return [{ action, of: 'phone numbers' }];
    return (Array.isArray(on) ? on : [on]).flatMap((one) => {
      const place = placeOf(one);
      if (!action.startsWith('dynamodb:')) return [{ action, of: place }];
      const asked = place === 'Table' ? action : `${action} on ${place}`;
      return [keys ?? 'everything'].flat().map((of) => ({ action: asked, of: String(of) }));
    });
  });
}

function linesOf(asked: readonly Asked[]): readonly string[] {
  return asked.map(({ action, of }) => `${action}: ${of}`).sort();
}

function describeFunction(template: Template, id: string, lambda: Resource): string {
  const { Properties } = lambda;
  return [
    routeOf(template, id) ?? 'no route',
    `  ${bundleOf(lambda)}, ${Properties.MemorySize} MB, ${Properties.Timeout} s`,
    ...statementsOf(template, lambda)
      .filter(({ Action }) => !/^(logs|xray):/.test([Action].flat()[0] ?? ''))
      .map((statement) => `  ${describeStatement(statement)}`),
  ].join('\n');
}

function routeOf(template: Template, functionId: string): string | undefined {
  const resources = Object.entries(template.Resources);
  const [integrationId] =
    resources.find(
      ([, { Type, Properties }]) =>
        Type === 'AWS::ApiGatewayV2::Integration' &&
        JSON.stringify(Properties).includes(`"${functionId}"`),
    ) ?? [];
  const route = resources.find(
    ([, { Type, Properties }]) =>
      Type === 'AWS::ApiGatewayV2::Route' &&
      JSON.stringify(Properties).includes(`"${integrationId}"`),
  );
  return route?.[1].Properties.RouteKey;
}

function describeStatement(statement: Statement): string {
  const { Effect, Action, Resource: on, NotResource: besides, Condition } = statement;
  const where = besides
    ? `anything but ${besides}`
    : (Array.isArray(on) ? on : [on]).map(placeOf).join(', ');
  const { 'ForAllValues:StringLike': all, 'ForAnyValue:StringLike': any } = Condition ?? {};
  const keys = [(all ?? any)?.['dynamodb:LeadingKeys'] ?? []].flat();
  const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
  return [
    `${Effect.toLowerCase()} ${[Action].flat().join(', ')} on ${where}`,
    ...(keys.length > 0 ? [`under ${keys.join(', ')}`] : []),
    ...(attributes ? [`of ${[attributes].flat().join(', ')}`] : []),
  ].join(' ');
}

/** The noun in an ARN: the table, an index, a folder of pictures, the secrets, a queue, the bus. */
function placeOf(one: unknown): string {
  const text = JSON.stringify(one);
  const index = /\/index\/(\w+)/.exec(text)?.[1];
  const pictures = /\/((avatars|bios)\/\*)/.exec(text)?.[1];
  if (pictures) return `media/${pictures}`;
  if (text.includes('/index.html')) return 'web/index.html';
  const noun =
    /(StreamArn|SupportPassword|ProbePassword|TokenKeys|HashKey|StripeKey|PublishableKey|WebhookSecrets|OriginKey|Table|Queue|Unpublished|DeadLetters|Bus)/;
  return index ?? NAMES[noun.exec(text)?.[1] ?? ''] ?? noun.exec(text)?.[1] ?? String(one);
}

const NAMES: Readonly<Record<string, string>> = {
  TokenKeys: 'tokenKeys',
  HashKey: 'hashKey',
  StripeKey: 'stripeKey',
  PublishableKey: 'publishableKey',
  WebhookSecrets: 'webhookSecrets',
  SupportPassword: 'support password',
  ProbePassword: 'probe password',
  OriginKey: 'origin key',
  Bus: 'bus',
};
