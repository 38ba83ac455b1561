import { unsubscribeToken } from '#functions/notifications/emails/unsubscribe-token.ts';
import { PUSH_SERVICE } from '../other-services.ts';
import { accountOf } from '../people.ts';
import { clock } from '../simulation.ts';
import { aboutOther, anonymous, anybody, type Calls, owner, type Row, someItem } from './call.ts';

/* Profiles, offers, links, devices and settings of people. */

const pictureOf = (kind: string) => `data:image/${kind};base64,${PICTURE}`;
/** A JPEG of one pixel. */
const PICTURE =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

/** The keys of a device that receives push notifications: those of the example in RFC 8291. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

const TIERS = [
  [],
  [{ name: 'Long', promise: 'A full plan', minimumLength: 250, price: '40.00' }],
  [
    { name: 'Long', promise: 'A full plan', minimumLength: 250, price: '40.00' },
    { name: 'Longer', promise: 'A plan with drawings', minimumLength: 500, price: '90.00' },
  ],
];
const PROMPTS = [
  [],
  [{ question: 'How old is it?', required: false }],
  [{ question: 'How old is it?', required: true }],
];

const link = (name: string) => ({ linkName: name, linkUrl: 'https://violins.example.com/care' });
/** A call about the owner's own link. */
const ownLink = (input: (id: string) => object): Row['call'] =>
  owner('LINK#', ({ id }) => ({ ...input(id) }));

export const PROFILE_CALLS = {
  updateUserProfile: {
    weight: 0.6,
    call: async (run) => {
      const by = run.random.pick(run.people);
      const account = await accountOf(clock, by);
      if (!account) return undefined;
      const username = run.random.pick([
        account.username,
        `${by.name.toLowerCase().slice(0, 3)}_two`,
      ]);
      const input = {
        username,
        userFullName: `${by.name} Person`,
        userBio: `<p>${run.nextWord()}</p>`,
        categoryId: 'CATEGORY_07',
        subCategoryId: 'CATEGORY_07_01',
      };
      return { by, input };
    },
  },
  updateUserTheme: { weight: 0.1, call: anybody(() => ({ theme: 'dark' })) },
  updateUserSocialLinks: { weight: 0.1, call: anybody(() => ({ socialInstagram: 'violins' })) },
  uploadUserAvatar: { weight: 0.2, call: anybody(() => ({ base64Image: pictureOf('jpeg') })) },
  removeUserAvatar: { weight: 0.1, call: anybody() },
  updateTiers: {
    weight: 0.4,
    call: anybody(({ random }) => ({ tiers: JSON.stringify(random.pick(TIERS)) })),
  },
  updatePrompts: {
    weight: 0.3,
    call: anybody(({ random }) => ({ prompts: JSON.stringify(random.pick(PROMPTS)) })),
  },
  updateAttachmentSettings: {
    weight: 0.3,
    call: anybody(({ random }) => ({
      takesPictures: random.pick(['true', 'false']),
      blursPictures: 'false',
      takesVoice: 'false',
    })),
  },
  updateAvailability: {
    weight: 1,
    call: anybody(({ random }) => ({
      paused: random.pick(['false', 'false', 'true']),
      waitingMax: random.pick(['1', '2', '100']),
    })),
  },
  askForPlace: { weight: 0.8, call: aboutOther((_, { id }) => ({ userId: id })) },
  dismissAlert: {
    weight: 0.3,
    call: owner('ALERTS', () => ({ kind: 'REPORT_CHARGED', at: String(clock.now()) })),
  },
  requestExport: { weight: 0.8, call: anybody() },
  createUserLink: { weight: 0.6, call: anybody((run) => link(run.nextWord())) },
  updateUserLink: {
    weight: 0.2,
    call: ownLink((linkId) => ({ ...link('Care'), linkId, isOn: 'false' })),
  },
  updateUserLinkPosition: { weight: 0.4, call: ownLink((id) => ({ id, destinationIndex: '0' })) },
  verifyLink: { weight: 0.2, call: ownLink((linkId) => ({ linkId })) },
  deleteUserLink: { weight: 0.2, call: ownLink((linkId) => ({ linkId })) },
  recordLinkClick: {
    weight: 0.2,
    call: anonymous(async (run) => {
      const item = await someItem(run, 'LINK#');
      const input = item && { id: item.pk.slice('USER#'.length), linkId: item.id };
      return input && { by: run.random.pick(run.people), input };
    }),
  },
  recordContactPress: { weight: 0.2, call: anonymous(aboutOther((_, { id }) => ({ id }))) },
  savePushSubscription: {
    weight: 0.6,
    call: anybody(({ random }, { id }) => ({
      endpoint: `${PUSH_SERVICE}fcm/send/${id}${random.below(2)}`,
      ...KEYS,
    })),
  },
  deletePushSubscription: {
    weight: 0.2,
    call: anybody(({ random }, { id }) => ({
      endpoint: `${PUSH_SERVICE}fcm/send/${id}${random.below(2)}`,
    })),
  },
  updateNotificationSettings: {
    weight: 0.4,
    call: anybody(({ random }) =>
      random.pick([
        { quiet: 'true', quietFrom: '22:00', quietTo: '08:00', timeZone: 'America/New_York' },
        { quiet: 'false' },
        { turnOff: 'inbox.expiring' },
      ]),
    ),
  },
  unsubscribeByEmail: {
    weight: 0.2,
    call: anonymous(async (run) => {
      const by = run.somebody();
      return { by, input: { token: await unsubscribeToken(by.id, 'email:receipts') } };
    }),
  },
  removePaymentMethod: { weight: 0.3, call: anybody() },
  saveFreeRegistration: {
    weight: 0.7,
    call: anybody(() => ({
      paidResponsePrice: '15.00',
      paidResponseCommitment: '5',
      license: 'FREE',
    })),
  },
} as const satisfies Calls;
