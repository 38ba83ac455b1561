import type { ClaimReason } from '#shared/rules/conversations/claim-states.ts';

/** The reasons of a claim as people choose and read them. */
export const REASON_WORDS: Record<ClaimReason, { readonly label: string; readonly hint: string }> =
  {
    NOT_ADDRESSED: {
      label: 'It doesn’t answer my question',
      hint: 'It’s about something else, or says nothing.',
    },
    NOT_WRITTEN_BY_THEM: {
      label: 'They didn’t write it',
      hint: 'Someone else or software wrote it, and they didn’t say so.',
    },
    COPIED: { label: 'It’s copied', hint: 'The text is from somewhere else.' },
    ABUSIVE: { label: 'It’s abusive', hint: 'It insults, threatens or mocks me.' },
  };
