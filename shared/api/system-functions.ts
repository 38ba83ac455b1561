import type { FunctionDefinition } from './function-definition.ts';
import { MOVES_MONEY } from './moves-money.ts';

/**
 * A function that is not an operation, schedule or subscriber: a webhook, a page, the stream of the table, or a deployment
 * step.
 */
export type SystemFunction = FunctionDefinition & {
  /** Its file below functions/, without the ending. */
  readonly file: string;
};

/** The system functions by name. */
export const systemFunctions = {
  stripeWebhook: {
    name: 'stripeWebhook',
    file: 'webhooks/stripe',
    uses: [
      ...MOVES_MONEY,
      'disputes',
      'webhookEvents.write',
      'subscriptions',
      'payouts',
      'webhookSecrets',
    ],
  },
  renderPage: {
    name: 'renderPage',
    file: 'pages/render',
    uses: [
      'accounts.read',
      'browse.read',
      'odds.read',
      'publicAnswers.read',
      'reliability.read',
      'usernames.read',
      'verifications.read',
    ],
    also: [{ action: 's3:GetObject', of: 'web/index.html' }],
  },
  answerOembed: {
    name: 'answerOembed',
    file: 'pages/oembed',
    uses: ['accounts.read', 'usernames.read'],
  },
  drawPreview: {
    name: 'drawPreview',
    file: 'pages/preview',
    uses: ['accounts.read', 'usernames.read'],
    also: [{ action: 's3:GetObject', of: 'media/avatars/*' }],
  },
  showChatPicture: {
    name: 'showChatPicture',
    file: 'pages/chat-picture',
    uses: ['accounts.read', 'chats.read', 'hashKey'],
    also: [{ action: 's3:GetObject', of: 'media/messages/*' }],
  },
  publishEvents: {
    name: 'publishEvents',
    file: 'events/publishEvents',
    uses: [],
    also: [{ action: 'events:PutEvents', of: 'bus' }],
  },
  receiveEmailFeedback: {
    name: 'receiveEmailFeedback',
    file: 'events/receiveEmailFeedback',
    uses: ['suppressedEmails.write', 'emailReceipts.read', 'postponed.write'],
  },
  checkAttachment: {
    name: 'checkAttachment',
    file: 'events/checkAttachment',
    uses: ['attachments.write', 'attachmentFiles.check'],
  },
  countViews: { name: 'countViews', file: 'events/countViews', uses: ['views.count'] },
  authorizeLive: { name: 'authorizeLive', file: 'live/authorize', uses: ['accounts.read'] },
  makeSupportAccount: {
    name: 'makeSupportAccount',
    file: 'deployment/makeSupportAccount',
    uses: ['accounts.write', 'usernames.write', 'events.append'],
    also: [{ action: 'secretsmanager:GetSecretValue', of: 'support password' }],
  },
  makeProbeAccount: {
    name: 'makeProbeAccount',
    file: 'deployment/makeProbeAccount',
    uses: ['accounts.write', 'usernames.write'],
    also: [{ action: 'secretsmanager:GetSecretValue', of: 'probe password' }],
  },
  makeTokenKeys: {
    name: 'makeTokenKeys',
    file: 'deployment/makeTokenKeys',
    uses: ['tokenKeys'],
    also: [{ action: 'secretsmanager:PutSecretValue', of: 'tokenKeys' }],
  },
  hashOriginKeys: {
    name: 'hashOriginKeys',
    file: 'deployment/hashOriginKeys',
    uses: [],
    also: [{ action: 'secretsmanager:GetSecretValue', of: 'origin key' }],
  },
  limitTextMessages: {
    name: 'limitTextMessages',
    file: 'deployment/limitTextMessages',
    uses: [],
    also: [{ action: 'sns:SetSMSAttributes', of: '*' }],
  },
  probe: {
    name: 'probe',
    file: 'probes/outside',
    uses: [],
    also: [{ action: 'secretsmanager:GetSecretValue', of: 'probe password' }],
  },
} as const satisfies Record<string, SystemFunction>;
