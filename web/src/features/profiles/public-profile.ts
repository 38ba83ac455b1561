import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';

/** A profile as everybody sees it. */
export type PublicProfile = Output<typeof viewUserProfile>['data'][number];
