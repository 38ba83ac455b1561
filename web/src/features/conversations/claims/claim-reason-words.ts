import type { ClaimReason } from '../../../../../shared/rules/conversations/claim-states.ts';

/** The reasons of a claim as people choose and read them. */
export const REASON_WORDS: Record<ClaimReason, { readonly label: string; readonly hint: string }> =
  {
    NOT_ADDRESSED: {
      label: 'It does not answer my question',
      hint: 'It is about something else, or says nothing.',
    },
    NOT_WRITTEN_BY_THEM: {
      label: 'They did not write it',
      hint: 'Someone else or software wrote it, and they did not say so.',
    },
    COPIED: { label: 'It is copied', hint: 'The text is from somewhere else.' },
    ABUSIVE: { label: 'It is abusive', hint: 'It insults, threatens or mocks me.' },
  };
