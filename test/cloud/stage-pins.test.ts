import { expect, test } from '@jest/globals';
import { areas } from '../../shared/api/index.ts';
import { ABROAD, assembled, PRODUCTION, resourcesOf, synthesise } from './synthesise.ts';

/* What the settings of a stage pin: its account, and the versions of the key between CloudFront and functions. */

test('everything belongs to the account of the settings, in each region', () => {
  assembled({ settings: ABROAD, areas: { plans: areas.plans } }, ({ stacks }) => {
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
  const rotating = synthesise({ settings, areas: { plans: areas.plans } });
  const [distribution] = resourcesOf(rotating, 'AWS::CloudFront::Distribution');
  const origins = JSON.stringify(distribution?.Properties.DistributionConfig.Origins);
  expect(origins).toMatch(new RegExp(`resolve:secretsmanager:.*:SecretString:::${old}}}`));
  expect(origins).not.toContain(fresh);
  const accepted = resourcesOf(rotating, 'AWS::Lambda::Function').flatMap(
    ({ Properties }) => Properties.Environment?.Variables?.ORIGIN_KEYS ?? [],
  );
  expect(accepted.length).toBeGreaterThan(3);
  for (const keys of accepted)
    expect(JSON.stringify(keys)).toMatch(new RegExp(`:::${old}}},{{resolve.*:::${fresh}}}`));
}, 120_000);
