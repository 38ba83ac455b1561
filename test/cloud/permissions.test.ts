import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CONTACT_ORDER_ATTRIBUTES } from '#functions/storage/index-keys.ts';
import { permissionsIn, policyOf } from '#lib/permissions/policies.ts';
import { readStageSettings } from '#lib/settings.ts';
import { functionDefinitions } from '#shared/api/all-functions.ts';
import { isRead, type Permission } from '#shared/api/function-definition.ts';
import { SECRET_NAMES, type SecretName } from '#shared/secret-names.ts';
import { linesOf } from './permission-lines.ts';
import { type Resource, synthesise, type Template } from './synthesise.ts';

/** The file of each function below functions/, by the name of its deployed file. */
const FILES = new Map([...functionDefinitions.keys()].map((file) => [basename(file), file]));

/*
 * The IAM permissions of each function's role in the templates. capabilities.test.ts checks the permissions of a
 * definition; test/functions/serve/roles.test.ts checks that a function is refused all others.
 */

/** A stage that sends email, because not every stage has those functions. */
const templates = synthesise({
  settings: { ...readStageSettings('example'), email: { from: 'letters@example.org' } },
});

const functions = Object.values(templates).flatMap((template) =>
  Object.entries(template.Resources)
    .filter(([, { Type, Properties }]) => isOwnFunction(Type, Properties))
    .map(([id, lambda]) => ({ id, lambda, template, file: fileOf(lambda) })),
);

const statementsIn = (file: string): readonly Statement[] => {
  const found = functions.find((one) => one.file === file);
  return found ? statementsOf(found.template, found.lambda) : [];
};
const usesOf = (file: string) => functionDefinitions.get(file)?.uses ?? [];

/** A changed line means a changed permission of the deployed product. */
test('route, memory, time and capabilities of everything that is deployed', () => {
  const lines = functions.map(({ template, id, lambda, file }) => {
    const { MemorySize, Timeout } = lambda.Properties;
    const route = routeOf(template, id) ?? 'no route';
    return `${file}, ${route}, ${MemorySize} MB, ${Timeout} s: ${usesOf(file).join(', ')}`;
  });
  expect(`\n${lines.sort().join('\n')}\n`).toMatchSnapshot();
});

describe('the role of a function', () => {
  test('exists for every function that is defined, and no other', () => {
    expect(functions.map(({ file }) => file).sort()).toEqual(
      [...functionDefinitions.keys()].sort(),
    );
  });

  test('allows exactly what its definition declares', () => {
    for (const { file, template, lambda } of functions) {
      const allowed = statementsOf(template, lambda)
        .filter(({ Effect }) => Effect === 'Allow')
        .filter(isOfTheFunction)
        .flatMap(allowedBy);
      const definition = functionDefinitions.get(file);
      const defined = definition ? permissionsIn(policyOf(definition)) : [];
      expect({ file, may: linesOf(allowed) }).toEqual({ file, may: linesOf(defined) });
    }
  });

  test('sends email as the address of the stage only, with its configuration set', () => {
    const sending = statementsIn('auth/sendEmailCode').filter(
      ({ Action }) => Action === 'ses:SendEmail',
    );
    expect(sending).toHaveLength(1);
    expect(sending[0]?.Condition).toEqual({
      StringEquals: { 'ses:FromAddress': 'letters@example.org' },
    });
    const resources = JSON.stringify(sending[0]?.Resource);
    expect(resources).toContain('identity/example.org');
    expect(resources).toContain('configuration-set/replypaid-example-email');
    expect(resources).not.toContain('*');
  });

  test('denies every function that writes changes of the ledger and of the audit log, which only the desk appends to', () => {
    const writing = functions.filter(({ template, lambda }) =>
      statementsOf(template, lambda).some(
        ({ Effect, Action }) =>
          Effect === 'Allow' && [Action].flat().some((one) => WRITES.test(one)),
      ),
    );
    expect(writing.length).toBeGreaterThan(80);
    for (const { file } of writing) {
      const denied = statementsIn(file).filter(({ Effect }) => Effect === 'Deny');
      expect({ file, denied: denied.map(describeDeny) }).toEqual({
        file,
        denied: [
          'dynamodb:UpdateItem, dynamodb:DeleteItem under ENTRY#*',
          functionDefinitions.get(file)?.uses.includes('audit.append')
            ? 'dynamodb:UpdateItem, dynamodb:DeleteItem under AUDIT#*'
            : 'dynamodb:PutItem, dynamodb:UpdateItem, dynamodb:DeleteItem under AUDIT#*',
        ],
      });
    }
  });

  test('lets orderContacts change only the contact order of an account', () => {
    const [moving] = statementsIn('events/orderContacts').filter(
      ({ Effect, Action }) => Effect === 'Allow' && [Action].flat().includes('dynamodb:UpdateItem'),
    );
    expect(moving?.Condition).toMatchObject({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...CONTACT_ORDER_ATTRIBUTES] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    });
  });

  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  test('has at most the 10,240 characters that IAM allows for inline policies', () => {
    const longest = Math.max(
      ...functions.map(
        ({ template, lambda }) => JSON.stringify(resolved(statementsOf(template, lambda))).length,
      ),
    );
    expect(longest).toBeLessThan(10_240);
  });

  test('keeps the template of each stack within CloudFormation’s limit', () => {
    for (const [name, template] of Object.entries(templates)) {
      const bytes = Buffer.byteLength(JSON.stringify(template));
      expect({ name, fits: bytes < 950_000 }).toEqual({ name, fits: true });
    }
  });
});

describe('each secret', () => {
  const STRIPE = ['payments', 'disputes', 'cards', 'subscriptions', 'statements', 'payouts'];
  /** The uses that may read each secret. */
  const READERS: Readonly<Record<SecretName, readonly string[]>> = {
    tokenKeys: ['tokenKeys'],
    hashKey: ['hashKey', 'push'],
    stripeKey: STRIPE,
    publishableKey: ['publishableKey'],
    webhookSecrets: ['webhookSecrets'],
  };

  test.each(SECRET_NAMES)('%s is read only by functions whose definitions use it', (name) => {
    const readers = functions.filter(({ template, lambda }) =>
      statementsOf(template, lambda)
        .filter(({ Effect }) => Effect === 'Allow')
        .flatMap(allowedBy)
        .some(({ action, of }) => action === 'secretsmanager:GetSecretValue' && of === name),
    );
    expect(readers.length).toBeGreaterThan(0);
    const strangers = readers.filter(
      ({ file }) => !usesOf(file).some((use) => READERS[name].includes(use)),
    );
    expect(strangers.map(({ file }) => file)).toEqual([]);
  });

  test('is out of reach of every function that only reads the table', () => {
    const reading = functions.filter(({ file }) => {
      const definition = functionDefinitions.get(file);
      return (
        definition && !definition.also && usesOf(file).length > 0 && usesOf(file).every(isRead)
      );
    });
    expect(reading.length).toBeGreaterThan(20);
    const holding = reading.filter(({ template, lambda }) =>
      JSON.stringify(statementsOf(template, lambda)).includes('secretsmanager'),
    );
    expect(holding.map(({ file }) => file)).toEqual([]);
  });

  test('stays out of the environment of functions, which hold public keys to verify tokens', () => {
    for (const { file, lambda } of functions) {
      const { Variables } = lambda.Properties.Environment;
      const text = JSON.stringify(Variables);
      expect({ file, resolves: text.includes('{{resolve:') }).toEqual({ file, resolves: false });
      if (functionDefinitions.get(file)?.who) expect(Variables).toHaveProperty('TOKEN_PUBLIC_KEYS');
    }
  });
});

const WRITES = /^dynamodb:(Put|Update|Delete)Item$/;

function isOwnFunction(type: string, properties: Resource['Properties']): boolean {
  return type === 'AWS::Lambda::Function' && Boolean(properties?.FunctionName);
}

function fileOf({ Properties }: Resource): string {
  const name = Properties.Handler.replace('.handler', '');
  return FILES.get(name) ?? name;
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

/** Excludes the statements for logs, traces, streams and failed deliveries, which every function has. */
function isOfTheFunction({ Action }: Statement): boolean {
  const [action = ''] = [Action].flat();
  return !/^(logs|xray|sqs):|^dynamodb:(GetRecords|ListStreams)/.test(action);
}

/** Returns each permission of a statement, as action and resource. */
function allowedBy({
  Action,
  Resource: on,
  NotResource: besides,
  Condition,
}: Statement): Permission[] {
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  return [Action].flat().flatMap((action) => {
    if (besides) return [{ action, of: 'phone numbers' }];
    if (action === 'ses:SendEmail') return [{ action, of: 'email identity' }];
    return (Array.isArray(on) ? on : [on]).flatMap((one) => {
      const place = placeOf(one);
      if (!action.startsWith('dynamodb:')) return [{ action, of: place }];
      const asked = place === 'Table' ? action : `${action} on ${place}`;
      return [keys ?? 'everything'].flat().map((of) => ({ action: asked, of: String(of) }));
    });
  });
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

function describeDeny({ Action, Condition }: Statement): string {
  const keys = Condition?.['ForAnyValue:StringLike']?.['dynamodb:LeadingKeys'];
  return `${[Action].flat().join(', ')} under ${[keys].flat().join(', ')}`;
}

/** Replaces references in statements with ARNs of the maximum length, as CloudFormation resolves them. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (value === null || typeof value !== 'object') return value;
  const [[name = '', of] = []] = Object.entries(value);
  if (name === 'Fn::Join') {
    const [by, parts] = of as [string, unknown[]];
    return parts.map(resolved).join(by);
  }
  if (name === 'Ref' || name.startsWith('Fn::')) return 'x'.repeat(120);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
}

/** Returns the resource that an ARN names: the table, an index, a folder of pictures, a secret, a queue or the bus. */
function placeOf(one: unknown): string {
  const text = JSON.stringify(one);
  const index = /\/index\/(\w+)/.exec(text)?.[1];
  const pictures = /\/((attachments|avatars|bios|chats|messages|exports|uploads)\/\*)/.exec(
    text,
  )?.[1];
  if (pictures) return `media/${pictures}`;
  const webFile = /\/(index\.html|assets\/\*)/.exec(text)?.[1];
  if (webFile) return `web/${webFile}`;
  const noun =
    /(StreamArn|SupportPassword|ProbePassword|TokenKeys|HashKey|StripeKey|PublishableKey|WebhookSecrets|OriginKey|Table|Queue|Unpublished|DeadLetters|Bus|LiveApi)/;
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
  LiveApi: 'channels of people',
};
