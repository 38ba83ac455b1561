import { Refusal } from '#shared/refusals.ts';
import {
  attachmentSettingsOf,
  type SentAttachment,
} from '#shared/rules/attachments/attachments.ts';
import type { User } from '../storage/accounts/users.ts';

const NO_FILES = 'This person takes letters without pictures and PDFs. Nothing was charged.';
const NO_VOICE = 'This person takes letters without recordings. Nothing was charged.';

/** Refuses with NOT_ACCEPTING a letter with attachments that its recipient does not take. */
export function refuseUnwanted(recipient: User, attachments: readonly SentAttachment[]): void {
  const { takesPictures, takesVoice } = attachmentSettingsOf(recipient.attachmentSettings);
  const recordings = attachments.filter(({ kind }) => kind === 'voice').length;
  if (!takesVoice && recordings > 0) throw new Refusal('NOT_ACCEPTING', { message: NO_VOICE });
  if (!takesPictures && attachments.length > recordings)
    throw new Refusal('NOT_ACCEPTING', { message: NO_FILES });
}
