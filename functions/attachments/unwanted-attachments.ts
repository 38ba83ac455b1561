import { Refusal } from '#shared/refusals.ts';
import {
  attachmentSettingsOf,
  hasRecording,
  type SentAttachment,
} from '#shared/rules/attachments/attachments.ts';
import type { User } from '../storage/accounts/users.ts';

const NO_FILES = 'This person takes letters without pictures and PDFs. Nothing was charged.';
const NO_VOICE =
  'This person takes no voice questions. Nothing was charged. Delete the recording, and type what you say.';

/** Refuses with NOT_ACCEPTING a letter with attachments that its recipient does not take. */
export function refuseUnwanted(recipient: User, attachments: readonly SentAttachment[]): void {
  const { takesPictures, takesVoice } = attachmentSettingsOf(recipient.attachmentSettings);
  if (!takesVoice && hasRecording(attachments))
    throw new Refusal('NOT_ACCEPTING', { message: NO_VOICE });
  if (!takesPictures && attachments.some(({ kind }) => kind !== 'voice'))
    throw new Refusal('NOT_ACCEPTING', { message: NO_FILES });
}
