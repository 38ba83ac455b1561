import { expect, test } from '@jest/globals';
import { areas } from '#shared/api/index.ts';
import { ABROAD, assembled, PRODUCTION, resourcesOf, synthesise } from './synthesise.ts';

/* The account and the origin key versions that the settings of a stage fix. */

test('every stack is deployed to the AWS account of the settings, in each region', () => {
  assembled({ settings: ABROAD, areas: { billing: areas.billing } }, ({ stacks }) => {
    expect(stacks.length).toBeGreaterThan(10);
    for (const { id, environment } of stacks)
      expect({ id, account: environment.account }).toEqual({ id, account: ABROAD.account });
  });
});

test('during a rotation CloudFront sends one of the two keys that functions accept', () => {
  const [old, fresh] = [
    'old-version-of-the-key-00000000000000',
    'new-version-of-the-key-00000000000000',
  ];
  const originKeys = { sent: old, accepted: [old, fresh] };
  const settings = { ...PRODUCTION, originKeys };
  const rotating = synthesise({ settings, areas: { billing: areas.billing } });
  const [distribution] = resourcesOf(rotating, 'AWS::CloudFront::Distribution');
  const origins = JSON.stringify(distribution?.Properties.DistributionConfig.Origins);
  expect(origins).toMatch(new RegExp(`resolve:secretsmanager:.*:SecretString:::${old}}}`));
  expect(origins).not.toContain(fresh);
  const [hashes] = resourcesOf(rotating, 'AWS::CloudFormation::CustomResource');
  expect(hashes?.Properties.versions).toEqual([old, fresh]);
});

test('functions get hashes of the origin keys, and only the template of CloudFront refers to a key', () => {
  const templates = synthesise({ settings: PRODUCTION, areas: { billing: areas.billing } });
  const environments = resourcesOf(templates, 'AWS::Lambda::Function').map(
    ({ Properties }) => Properties.Environment?.Variables ?? {},
  );
  expect(environments.filter(({ ORIGIN_KEY_HASHES }) => ORIGIN_KEY_HASHES).length).toBeGreaterThan(
    3,
  );
  expect(JSON.stringify(environments)).not.toContain('resolve:secretsmanager');
  const withKey = Object.entries(templates).filter(([, template]) =>
    JSON.stringify(template).includes('resolve:secretsmanager'),
  );
  expect(withKey.map(([name]) => name)).toEqual(['ReplyPaid-prod-Front']);
});
