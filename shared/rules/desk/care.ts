/*
 * Reports that somebody may hurt themselves. They are decided with care: nobody is an offender, nothing is removed, and the reason is
 * for staff only. docs/product/desk.md#danger
 */

/** What staff do for the person. */
export const CARE_CHOICES = ['WRITE', 'EMERGENCY', 'NO_DANGER'] as const;
export type CareChoice = (typeof CARE_CHOICES)[number];

/** What an upheld case led to: we wrote to the person, or emergency services were asked to look after them. */
export const CARE_DEEDS = ['CARE_WRITTEN', 'EMERGENCY_ASKED'] as const;
export type CareDeed = (typeof CARE_DEEDS)[number];

/** The deed of a choice; undefined for no sign of danger, which rejects the report. */
export const CARE_DEED_OF = {
  WRITE: 'CARE_WRITTEN',
  EMERGENCY: 'EMERGENCY_ASKED',
  NO_DANGER: undefined,
} as const satisfies Readonly<Record<CareChoice, CareDeed | undefined>>;

/** Whether a case is a report that its subject may hurt themselves. */
export const isCareCase = ({
  kind,
  reason,
}: {
  readonly kind: string;
  readonly reason: string;
}): boolean => kind === 'REPORT' && reason === 'SUICIDE_SELFINJURY';
