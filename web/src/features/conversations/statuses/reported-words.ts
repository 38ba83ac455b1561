import * as payments from '#shared/messages/payments.ts';
import type { MoneyState } from '#shared/rules/conversations/conversations.ts';
import { isRefundedReport } from '#shared/rules/conversations/refunded-reports.ts';
import { isFree, sendersMoneySentence, walletOf } from '../money-words.ts';
import {
  type BannerContent,
  type BannerFacts,
  type EndedWords,
  noted,
  recipientsMoney,
  sendersMoney,
} from './parts.ts';

/* The words of a letter that its recipient reported. */

export const REPORTED_WORDS: EndedWords = {
  recipientBanner,
  senderBanner,
  // After some reports the message was ended and its money goes back. Then the label blames nobody.
  endedLabel: (reasonCode) =>
    reasonCode !== null && isRefundedReport(reasonCode)
      ? { words: 'ended', tone: 'back', icon: 'back' }
      : { words: 'reported', tone: 'neutral', icon: 'flag' },
  noAnswer: () => 'You ended this conversation with a report, so it can no longer be answered.',
};

function recipientBanner(facts: BannerFacts): BannerContent {
  const { reasonCode, moneyState } = facts;
  const title = 'CONVERSATION WAS REPORTED';
  if (reasonCode === 'NOT_ME') {
    const told = 'You told us this letter wasn’t meant for you.';
    return { title, ...noted(told, recipientsMoney(facts)), tone: 'neutral' };
  }
  if (reasonCode === 'IGNORE') {
    const chose = 'You chose not to answer this letter.';
    return { title, ...noted(chose, recipientsMoney(facts)), tone: 'neutral' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    const money =
      moneyState === 'RELEASED' ? payments.SPECIFIED.senderNotCharged : recipientsMoney(facts);
    const told = "You had concerns for the person's well being.";
    return {
      title,
      ...noted(told, isFree(facts) ? undefined : money),
      tone: 'neutral',
      helpLines: true,
    };
  }
  return { title, note: flaggedToRecipient(facts), tone: 'neutral' };
}

function flaggedToRecipient(facts: BannerFacts): string {
  if (isFree(facts)) return 'Their account has been flagged for review.';
  return wasTaken(facts.moneyState)
    ? payments.SPECIFIED.senderChargedAndFlagged
    : `${payments.sendersMoney(facts.moneyState)} Their account has been flagged for review.`;
}

function senderBanner(facts: BannerFacts): BannerContent {
  const { reasonCode } = facts;
  if (reasonCode === 'NOT_ME' || reasonCode === 'IGNORE') {
    const told =
      reasonCode === 'NOT_ME'
        ? 'User believes you sent this to them in error.'
        : 'User chose not to answer this letter.';
    return { title: 'CONVERSATION WAS ENDED', ...noted(told, sendersMoney(facts)), tone: 'back' };
  }
  if (reasonCode === 'SUICIDE_SELFINJURY') {
    return {
      // In sentence case, unlike the others: the reader may be in danger.
      title: 'They couldn’t answer this',
      ...noted(sendersMoney(facts), 'You don’t have to carry this alone.'),
      tone: 'back',
      helpLines: true,
    };
  }
  return { title: 'CONVERSATION WAS REPORTED', note: flaggedToSender(facts), tone: 'neutral' };
}

function flaggedToSender(facts: BannerFacts): string {
  if (isFree(facts)) return 'Your account has been flagged for review.';
  if (wasTaken(facts.moneyState)) return payments.SPECIFIED.chargedAndFlagged;
  return `${sendersMoneySentence(facts.moneyState, facts.price, walletOf(facts))} Your account has been flagged for review.`;
}

/** A reported payment is captured for a review, which may still refund it. */
const wasTaken = (state: MoneyState) => state !== 'RELEASED' && state !== 'REFUNDED';
