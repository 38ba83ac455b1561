import { SecretValue } from 'aws-cdk-lib';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StageSettings } from '../settings.ts';

/*
 * The key by which functions know that a call came through CloudFront, as the templates name it: a version of its secret,
 * which CloudFormation reads when it deploys. Named by version, so that a rotation (lib/operator/origin-key.ts) is a change
 * of the template; unnamed it is the current one, since CloudFormation reads a name that stays the same only once.
 */

type Keys = Pick<StageSettings, 'originKeys'>;

/** The key that CloudFront adds to each call. */
export const sentKey = (secret: ISecret, { originKeys }: Keys): string =>
  keyOf(secret, originKeys?.sent);

/** The keys that functions accept, with commas between them. */
export const acceptedKeys = (secret: ISecret, { originKeys }: Keys): string =>
  (originKeys?.accepted ?? [undefined]).map((version) => keyOf(secret, version)).join(',');

const keyOf = ({ secretArn }: ISecret, versionId: string | undefined): string =>
  SecretValue.secretsManager(secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
