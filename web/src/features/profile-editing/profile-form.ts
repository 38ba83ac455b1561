import type { UseFormReturn } from 'react-hook-form';
import type { updateUserProfile } from '../../../../shared/api/account.ts';
import type { Input } from '../../../../shared/api/operation.ts';
import type { ProfileValues } from './profile-values.ts';

/** The form that the parts of the screen share. */
export type ProfileForm = UseFormReturn<ProfileValues, unknown, Input<typeof updateUserProfile>>;
