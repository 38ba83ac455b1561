import type { createUser } from '#shared/api/auth.ts';
import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';
import { formatMoney } from '#shared/money.ts';
import { isFounder, type LicenseId } from '#shared/rules/accounts/accounts.ts';
import { attachmentSettingsOf } from '#shared/rules/attachments/attachments.ts';
import { pendingPhone } from '#shared/rules/auth/security-wait.ts';
import { type ContactTerms, isFreeInChat } from '#shared/rules/contacts/contact-terms.ts';
import type { ContactState } from '#shared/rules/contacts/contacts.ts';
import { isFull, isPaused, pauseView } from '#shared/rules/conversations/availability.ts';
import { badgeOf, hasVerifiedBadge } from '#shared/rules/profiles/badge.ts';
import { categoryName, subCategoryName } from '#shared/rules/profiles/categories.ts';
import { type Outcomes, oddsOf } from '#shared/rules/profiles/odds.ts';
import { ownTextsOf, publicTextsOf } from '#shared/rules/profiles/profile-texts.ts';
import { remainingOf, responseRate } from '#shared/rules/profiles/response-rate.ts';
import { type Socials, socialUrl } from '#shared/rules/profiles/socials.ts';
import type { Settings } from '#shared/settings.ts';
import { type Instant, toIso } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { lowestPrice, tierIdOf } from '../conversations/offers.ts';
import { profileThanksView } from '../conversations/thanks-views.ts';
import type { User } from '../storage/accounts/users.ts';
import type { ShownThanksItem } from '../storage/conversations/thanks.ts';
import { trustFacts } from './trust-facts.ts';

/** The refusal of a profile that nobody has, or that is hidden. */
export const NO_SUCH_PROFILE = "The account you are looking for wasn't found.";

/* An account in responses: for the person, and for everybody. */

export type UserView = Output<typeof createUser>['data'][number];
export type ProfileView = Output<typeof viewUserProfile>['data'][number];

/** The caller's own account. The web app draws QR codes itself, so the view contains none. */
export function userView(user: User, { origin }: Settings, now: Instant): UserView {
  const { lastLoginAt = null, previousVisitAt = null } = user;
  const pending = pendingPhone(user, now);
  return {
    id: user.id,
    ...ownTextsOf(user),
    phoneNumber: formatPhoneNumber(user.phoneNumber),
    nextPhoneNumber: pending ? formatPhoneNumber(pending.phoneNumber) : null,
    nextPhoneNumberAt: pending?.at ?? null,
    nextPhoneNumberUntil: pending?.until ?? null,
    creationDate: user.createdAt,
    lastLogin: lastLoginAt,
    rawLastLogin: lastLoginAt,
    previousVisit: previousVisitAt,
    rawPreviousVisit: previousVisitAt,
    permissionIds: [...(user.permissionIds ?? [])],
    profileImageUrl: user.avatarUrl ?? null,
    licenseId: user.licenseId,
    verified: user.verified,
    stripeCustomerId: user.stripeCustomerId ?? null,
    stripePaymentMethodId: user.card?.id ?? null,
    ...handlesOf(user.socials),
    referralCode: user.referralCode,
    referralCodeUrl: `${origin}/referral/${user.referralCode}`,
    ...categoryOf(user),
    theme: user.theme,
    ...planOf(user),
    badge: badgeOf(user),
    trusted: hasVerifiedBadge(user),
    nameOnCard: user.card?.name ?? null,
    verifiedName: user.identity?.name ?? null,
  };
}

/** The viewer's relation to a person, whether the viewer blocked them, and whether they blocked the viewer. */
export type ViewerRelation = {
  readonly contactState: ContactState;
  readonly blocked: boolean;
  readonly blocksViewer: boolean;
  /** Whether the viewer asked to be notified of a free place. */
  readonly asked: boolean;
  /** The viewer's plan; undefined without a viewer. */
  readonly plan?: LicenseId | undefined;
  /** What an answer of the viewer costs the person, and one of the person the viewer; undefined for the usual price. */
  readonly given?: ContactTerms | undefined;
  readonly received?: ContactTerms | undefined;
};
const NO_VIEWER: ViewerRelation = {
  contactState: 'NONE',
  blocked: false,
  blocksViewer: false,
  asked: false,
};

/**
 * The public profile of a person. `reserved`: how much of this month's commitment is used. `outcomes`: how the last orders
 * ended. `shownThanks`: the thank-yous that they show. To somebody whom the person blocked it says that they accept no messages.
 */
export function profileView(
  user: User,
  {
    reserved,
    outcomes,
    shownThanks,
  }: {
    readonly reserved: number;
    readonly outcomes: Outcomes;
    readonly shownThanks?: ShownThanksItem | undefined;
  },
  settings: Settings,
  now: Instant,
  viewer: ViewerRelation = NO_VIEWER,
): ProfileView {
  const { contactState, blocked, blocksViewer, asked, given, received } = viewer;
  const { answeredCount = 0, endedCount = 0, tiers, prompts } = user;
  const ownPrice = received?.is === 'OWN' ? received.price : undefined;
  const freeChat = isFreeInChat(received, user.licenseId, viewer.plan ?? 'NONE');
  const paidResponsePrice = lowestPrice({ ...user, ownPrice });
  const paidResponseCommitment = blocksViewer ? 0 : commitmentOf(user);
  const remaining = remainingOf(paidResponseCommitment, reserved);
  // To somebody who is blocked, the person accepts no messages, whatever else they set.
  const paused = !blocksViewer && isPaused(user, now);
  const full = !blocksViewer && !paused && isFull(user);
  const thanks = profileThanksView(user, shownThanks);
  return {
    id: user.id,
    ...publicTextsOf(user),
    creationDate: user.createdAt,
    profileImageUrl: user.avatarUrl ?? null,
    ...handlesOf(user.socials),
    socialBlueskyUrl: socialUrl('bluesky', user.socials?.bluesky),
    socialInstagramUrl: socialUrl('instagram', user.socials?.instagram),
    socialTikTokUrl: socialUrl('tikTok', user.socials?.tikTok),
    socialLinkedinUrl: socialUrl('linkedin', user.socials?.linkedin),
    socialYouTubeUrl: socialUrl('youTube', user.socials?.youTube),
    ...categoryOf(user),
    paidResponsePrice,
    paidResponsePriceFormatted: formatMoney(paidResponsePrice),
    paidResponseCommitment,
    ...(tiers && { tiers: tiers.map((tier) => ({ ...tier, id: tierIdOf(tier) })) }),
    ...(prompts && { prompts: [...prompts] }),
    ...takenAttachments(user, settings),
    ...(ownPrice !== undefined && { yourPrice: ownPrice }),
    ...(freeChat && { freeChat }),
    ...(given && { givenPrice: given.is === 'OWN' ? given.price : null }),
    responseRate: responseRate(answeredCount, endedCount),
    answeredCount,
    endedCount,
    odds: oddsOf(outcomes, now) ?? null,
    ...(thanks && { thanks }),
    remainingThisMonth: remaining,
    active: remaining > 0 && !paused && !full && !freeChat,
    ...(!blocksViewer && pauseView(user, now)),
    ...(full && { full: { asked } }),
    badge: badgeOf(user),
    trusted: hasVerifiedBadge(user),
    contact: contactState === 'CONTACT',
    contactState,
    blocked,
    founder: isFounder(toIso(user.createdAt), settings.launchDate),
    trust: trustFacts(user, now),
  };
}

function takenAttachments({ attachmentSettings }: User, { attachments }: Settings) {
  if (!attachments) return {};
  const { takesPictures, takesVoice } = attachmentSettingsOf(attachmentSettings);
  return { takesPictures, takesVoice };
}

const planOf = ({ membership, planVersion }: User) => ({
  planRenewsAt: membership && !membership.ending ? membership.paidUntil : null,
  planEndsAt: membership?.ending ? membership.paidUntil : null,
  planPaymentFailed: membership?.failing ?? false,
  hadPlan: membership !== undefined || planVersion !== undefined,
});

const handlesOf = (socials: Socials = {}) => ({
  socialBluesky: socials.bluesky ?? '',
  socialInstagram: socials.instagram ?? '',
  socialTikTok: socials.tikTok ?? '',
  socialLinkedin: socials.linkedin ?? '',
  socialYouTube: socials.youTube ?? '',
});

const categoryOf = ({ categoryId, subCategoryId }: User) => ({
  categoryId: categoryId ?? null,
  categoryName: categoryName(categoryId),
  subCategoryId: subCategoryId ?? null,
  subCategoryName: subCategoryName(subCategoryId),
});
