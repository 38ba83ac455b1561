import * as z from 'zod/mini';
import { CONTACT_STATES } from '../rules/contacts/contacts.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { ofPublicTexts } from '../rules/profiles/profile-texts.ts';
import { dollars, moment } from '../wire.ts';
import { odds, pause, prompt, tier } from './offer-entities.ts';
import { profileThanks } from './thanks-entities.ts';

/* Other people in responses of the API. */

const text = z.string();
const maybeText = z.nullable(z.string());
export const contactState = z.enum(CONTACT_STATES);

export const publicProfile = z.object({
  id: text,
  ...ofPublicTexts(text, z.optional(text)),
  creationDate: moment,
  profileImageUrl: maybeText,
  socialBluesky: text,
  socialInstagram: text,
  socialTikTok: text,
  socialLinkedin: text,
  socialYouTube: text,
  socialBlueskyUrl: maybeText,
  socialInstagramUrl: maybeText,
  socialTikTokUrl: maybeText,
  socialLinkedinUrl: maybeText,
  socialYouTubeUrl: maybeText,
  categoryId: maybeText,
  categoryName: maybeText,
  subCategoryId: maybeText,
  subCategoryName: maybeText,
  /** The lowest price at which the person answers the caller. */
  paidResponsePrice: dollars(),
  paidResponsePriceFormatted: text,
  paidResponseCommitment: z.int(),
  /** What the sender can choose from; absent if there is one price. A tier that is changed has another id. */
  tiers: z.optional(z.array(z.extend(tier, { id: text }))),
  /** The price that the person gave the caller, a contact, in place of their usual one. Absent without one. */
  yourPrice: z.optional(dollars()),
  /** The person answers the caller, a contact, for free in their chat, and takes no paid messages of them. Absent otherwise. */
  freeChat: z.optional(z.boolean()),
  /** What an answer of the caller costs this contact; null: nothing, in the chat. Absent for the usual price. */
  givenPrice: z.optional(z.nullable(dollars())),
  /** What the person asks everybody who writes to them; absent without questions. */
  prompts: z.optional(z.array(prompt)),
  /** The person takes no messages now, until they say so or until this time. Absent without a pause. */
  paused: z.optional(pause),
  /** Present if the person's cap on waiting orders is reached. `asked`: whether the caller asked to be notified of a free place. */
  full: z.optional(z.object({ asked: z.boolean() })),
  /** Whether letters to the person can have pictures and PDFs, and a recording. Absent while the stage has no attachments. */
  takesPictures: z.optional(z.boolean()),
  takesVoice: z.optional(z.boolean()),
  /** The percentage of ended paid messages that were answered; 100 if none has ended yet. */
  responseRate: z.int().check(z.minimum(0), z.maximum(100)),
  /** The figures behind the rate: the answered and the ended paid messages. */
  answeredCount: z.int(),
  endedCount: z.int(),
  /** The odds of an answer, from the orders that ended in the last 90 days; null if fewer than five did. */
  odds: z.nullable(odds),
  /** The thank-yous that the person shows, with the figures beside them; absent if none is shown. */
  thanks: z.optional(profileThanks),
  /** The number of paid messages that this month's commitment still accepts. */
  remainingThisMonth: z.int(),
  active: z.boolean(),
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  contact: z.boolean(),
  /** The contact state between the caller and this person; NONE without a signed-in caller. */
  contactState,
  /** Whether the caller blocked this person. */
  blocked: z.boolean(),
  founder: z.boolean(),
  /** What is known of the person; each date is null if it does not hold. Absent for the support account, and before it existed. */
  trust: z.optional(
    z.object({
      phoneSince: z.nullable(moment),
      /** Whether the name typed with the card on file is the full name. */
      cardName: z.boolean(),
      identitySince: z.nullable(moment),
      passkeySince: z.nullable(moment),
      /** Sites that link back to the profile, newest check first. */
      links: z.array(z.object({ host: text, verifiedAt: moment })),
      upheldClaims: z.int(),
    }),
  ),
});

/** A person in a search result. */
export const foundUser = z.object({
  id: text,
  /** The id of the contact relation between the caller and this person; null if there is none. */
  userContactId: maybeText,
  fullName: text,
  username: text,
  profileImageUrl: maybeText,
  trusted: z.boolean(),
  contact: z.boolean(),
  /** Whether the person takes another paid message now: the month's commitment has room, there is no pause, and no cap is full. */
  active: z.boolean(),
  paidResponseCommitment: z.int(),
  paidResponsePriceFormatted: text,
});
