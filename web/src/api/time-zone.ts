/** The IANA time zone of this device, in which emails and text messages name times. */
export const timeZoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
