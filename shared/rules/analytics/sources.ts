/*
 * The source of a visit: how a visitor came to a profile. It travels in the address (`?via=qr`) and is said by the visitor's
 * browser, so it counts for analytics only. docs/product/analytics.md#sources
 */

export const SOURCES = ['direct', 'link', 'qr', 'embed', 'email', 'search', 'referral'] as const;
export type Source = (typeof SOURCES)[number];

/** The source that a text names; `direct` for any other text and for none. */
export const sourceOf = (text: string | null | undefined): Source =>
  SOURCES.find((source) => source === text) ?? 'direct';
