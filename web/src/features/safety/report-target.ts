import type { Input } from '#shared/api/operation.ts';
import type { reportContent } from '#shared/api/reports.ts';

/** What is reported, and how the form speaks of it. */
export type ReportTarget = {
  readonly subject: Pick<Input<typeof reportContent>, 'subjectType' | 'subjectId' | 'within'>;
  /** The title of the form: `Report profile`. */
  readonly title: string;
  /** What staff get to see, in a sentence. */
  readonly seen: string;
  /** What the reported message or link says, if it is one. */
  readonly quote?: string;
};

export const profileTarget = (userId: string): ReportTarget => ({
  subject: { subjectType: 'PROFILE', subjectId: userId, within: '' },
  title: 'Report profile',
  seen: 'Staff see the profile as it is now.',
});
