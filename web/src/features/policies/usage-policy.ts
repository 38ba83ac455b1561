import { PRODUCT_NAME } from '#shared/brand.ts';
import * as money from '#shared/messages/policy.ts';
import type { Policy } from './policy.ts';

/** The usage policy. docs/product/accounts.md#policies */
export const usagePolicy: Policy = {
  title: 'Usage Policy',
  since: '2026-11-21',
  summary: `${PRODUCT_NAME} lets people pay to have a letter answered. Be honest, be kind, obey the law, and remember that an answer is one person’s opinion.`,
  sections: [
    {
      id: 'universal-standards',
      heading: 'Universal standards',
      body: [
        'These rules hold for everyone who has an account, whether they ask or answer, and for everything they write, upload or link to.',
        {
          points: [
            'Be who you say you are. One person, one account; no invented names, titles or licenses.',
            'Obey the law of the place where you are and of the place where the other person is.',
            'Do not threaten, harass, insult or stalk anyone, and do not attack people for who they are.',
            'Do not send sexual content to people who did not ask for it. Nothing sexual about minors, ever.',
            'Do not deceive: no spam, no phishing, no fraud, no request to pay outside of the product.',
            'Do not share what is not yours: other people’s private data, or works that you have no right to.',
            'Do not encourage violence, suicide or self-harm. If someone may be in danger, report what they wrote; we show them where to find help.',
            'Do not attack the product: no automated accounts, no scraping, no attempt to reach what is not yours.',
          ],
        },
      ],
    },
    {
      id: 'asking',
      heading: 'If you ask',
      body: [
        money.WHAT_YOU_PAY_FOR,
        money.HOLD_AND_CHARGE,
        money.BY_WALLET,
        money.REPORTED,
        'You can say thanks for an answer, and agree that it is shown. You never have to: it changes neither the answer nor your rights, and a claim stays possible.',
      ],
    },
    {
      id: 'answering',
      heading: 'If you answer',
      body: [
        'You decide on your price and on how many letters you take in a month. Answer them yourself, and to the point: text that was made to reach 200 characters is not an answer.',
        'Do not buy thanks: offer no price, discount, gift or further letter for it, do not ask for it in prices, questions, saved replies or letters, and do not write as a sender yourself. What a sender did not agree to show stays between the two of you.',
        money.EARNINGS,
      ],
    },
    {
      id: 'high-risk-use-case-requirements',
      heading: 'High-risk use-case requirements',
      body: [
        'Some answers can do harm when they are wrong. In the fields below, these requirements come on top of the universal standards.',
        {
          points: [
            'Law, medicine, mental health, finance and tax: say which license you hold and where it counts, or say plainly that you hold none. Without one, share experience and general information, and advise seeing a licensed professional for the case at hand.',
            'Emergencies: no one here is on duty. In danger, call the emergency number of the place where you are. In the United States, 988 answers calls and texts about suicide, day and night.',
            'Investments: no promise of returns, no undisclosed interest in what you recommend.',
            'Employment, housing, credit, insurance and education: no advice that treats people differently for what the law protects.',
            'Minors: whoever is under 18 uses the product only with a parent or guardian who agrees to this policy.',
            'Help of an artificial intelligence: if an answer was written by one in whole or in good part, say so in the answer.',
          ],
        },
      ],
    },
    {
      id: 'enforcement',
      heading: 'What follows from a breach',
      body: [
        money.BREACH,
        'If you think that we decided wrongly, write a help ticket. A person reads it.',
      ],
    },
    {
      id: 'waiver-of-legal-action',
      heading: 'Waiver of legal action',
      body: [
        `${PRODUCT_NAME} is the place where people meet, not the author of what they write. The people who answer are not our employees and do not speak for us; we do not check their answers.`,
        `As far as the law allows, you agree not to take legal action against ${PRODUCT_NAME}, those who run it or those who work for it over what another person wrote, did or left undone here, or over what you did because of an answer.`,
        'This does not take away rights that the law does not let you give up, nor your bank’s right to look at a payment, nor our own liability for harm that we do on purpose or by gross negligence.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      body: [
        'When we change this policy, the date above changes with it. If a change takes something away from you, we tell you before it counts.',
      ],
    },
  ],
};
