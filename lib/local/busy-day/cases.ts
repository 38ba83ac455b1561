import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { holdForCheck } from '#functions/payouts/payout-holds.ts';
import { listConversations } from '#functions/storage/conversations/conversation-lists.ts';
import { messagesOf } from '#functions/storage/conversations/messages.ts';
import { latestCasesOf } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { type CaseKind, isAppealableDeed } from '#shared/rules/desk/cases.ts';
import { type Instant, instant } from '#shared/time.ts';
import type { Clock } from '../clock.ts';
import { becomeContacts } from '../deeds/contacts.ts';
import type { Ruling } from '../deeds/desk.ts';
import type { ReportSubject } from '../deeds/support.ts';
import type { Ref } from '../deeds/things.ts';
import {
  type DemoActor,
  html,
  type People,
  personNamed,
  type SeedStep,
} from '../seed/seed-context.ts';
import {
  DANGEROUS_ANSWER,
  hoursAgo,
  INSULTED,
  PAID_ELSEWHERE,
  TWICE_PAID,
  WON_CLAIM,
} from './letters.ts';
import { COLLEAGUE } from './people.ts';

/* What people report, appeal and ask on the busy day, and what the second member of staff decides and proposes. */

/** The day that the steps share: its people by username, and the time. */
type Day = {
  readonly named: (username: string) => DemoActor;
  readonly now: () => Instant;
};

/** The steps of everything that is no letter. */
export function caseSteps(clock: Clock, people: People): SeedStep[] {
  const day: Day = {
    named: (username) => personNamed(people, username),
    now: () => instant(clock.now()),
  };
  const steps = [
    ...chatSteps(day),
    ...reportSteps(day),
    ...appealSteps(day),
    ...proposalSteps(day),
    ...ticketSteps(day),
  ];
  return steps.map(([hours, run]) => ({ daysAgo: hoursAgo(hours), run }));
}

/** A step: when it happens, in hours before the end of the day, and what is done. */
type Step = readonly [hours: number, run: () => Promise<unknown>];

const profileOf = ({ id }: Ref): ReportSubject => ({ subjectType: 'PROFILE', subjectId: id });

/** A link of somebody, to report it. */
function linkOf(owner: Ref, link: Ref | undefined): ReportSubject {
  if (!link) throw new Error('The link is not there yet');
  return { subjectType: 'LINK', subjectId: link.id, within: owner.id };
}

const reportProfile = ({ named }: Day, by: string, of: string, reason: string, text?: string) =>
  named(by).reports(profileOf(named(of)), { reason, ...(text !== undefined && { text }) });

/** Reports the newest message that somebody wrote in a letter. */
async function reportMessage(
  day: Day,
  { by, of, subject }: { readonly by: string; readonly of: string; readonly subject: string },
  reason: string,
  text: string,
): Promise<unknown> {
  const author = day.named(of);
  const { id: within } = await letterOf(author, subject);
  const { messages } = await messagesOf(table, within, { limit: 20 });
  const written = messages.find(({ senderId }) => senderId === author.id);
  if (!written) throw new Error(`${of} has written nothing in ${subject}`);
  return day
    .named(by)
    .reports({ subjectType: 'MESSAGE', subjectId: written.id, within }, { reason, text });
}

/** The letter with this subject that somebody sent or got. */
async function letterOf(
  { id: userId, user: { username } }: DemoActor,
  subject: string,
): Promise<Ref> {
  for (const mailbox of ['INBOX', 'ORDERS'] as const) {
    const list = { userId, mailbox, filter: 'ALL', skip: 0, limit: 50 } as const;
    const page = await listConversations(table, list);
    const found = page?.conversations.find((one) => one.subject === subject);
    if (found) return found;
  }
  throw new Error(`${username} has no letter ${subject}`);
}

function reportSteps(day: Day): Step[] {
  const { named } = day;
  const viktor = named('viktor.lang');
  let link: Ref | undefined;
  return [
    [
      6.2,
      async () => {
        link = await viktor.addsLink('My shop', 'https://cheap-powder.example/viktor');
      },
    ],
    [
      5.4,
      () =>
        reportMessage(
          day,
          { by: 'rosa.almeida', of: 'tom.weller', subject: DANGEROUS_ANSWER },
          'DANGEROUS_ADVICE',
          'Honey can kill a baby under a year. He tells me to give it to her.',
        ),
    ],
    [
      4.6,
      () =>
        reportMessage(
          day,
          { by: 'sofia.lindqvist', of: 'milo.brandt', subject: INSULTED },
          'BULLYING_HARASSMENT',
          'I gave him an honest answer, and this is what came back.',
        ),
    ],
    [
      4.6,
      () =>
        reportProfile(
          day,
          'noor.aziz',
          'eddie.quinn',
          'SCAM_FRAUD',
          'A promise of 30 percent a month, on a public page.',
        ),
    ],
    [3.3, () => reportProfile(day, 'milo.brandt', 'eddie.quinn', 'SCAM_FRAUD')],
    [
      2.4,
      () =>
        reportProfile(
          day,
          'grace.mbeki',
          'eddie.quinn',
          'SCAM_FRAUD',
          'A widow who reads me has lost money to him.',
        ),
    ],
    [
      2.4,
      async () =>
        named('rosa.almeida').reports(linkOf(viktor, link), {
          reason: 'SPAM_PHISHING',
          text: 'The page asks for my card before it shows anything.',
        }),
    ],
    [
      0.8,
      () =>
        reportProfile(
          day,
          'jonas.keller',
          'kwame.boateng',
          'OTHER',
          'His picture is ten years old.',
        ),
    ],
  ];
}

/** Two contacts with a chat in which one threatens the other, and a group that one of them uses to advertise. */
function chatSteps({ named }: Day): Step[] {
  const [viktor, petra, lucia] = [named('viktor.lang'), named('petra.horn'), named('lucia.prado')];
  let chats: { readonly direct: Ref; readonly group: Ref } | undefined;
  const opened = () => {
    if (!chats) throw new Error('The chats are not open yet');
    return chats;
  };
  const advertise = async () => {
    await becomeContacts(viktor, petra);
    await becomeContacts(petra, lucia);
    const direct = await viktor.opensChat(petra);
    await petra.says(
      direct,
      html('Your answer to my brother was copied, and I have said so to the others.'),
    );
    const group = await petra.opensGroup([lucia, viktor], 'Small rooms');
    chats = { direct, group };
    await petra.says(
      group,
      html('Half price on my floor plans until Friday, tell everyone you know!'),
    );
    await petra.says(group, html('Only today: a third of the price. The link is on my page.'));
  };
  const threaten = async () => {
    const { direct } = opened();
    const { dateTimeSent } = await viktor.says(
      direct,
      html(
        'I know where your studio is. I will come on Thursday evening, and then you will take it back.',
      ),
    );
    await petra.reports(
      { subjectType: 'CHAT_MESSAGE', subjectId: dateTimeSent, within: direct.id },
      {
        reason: 'THREAT',
        text: 'He has been at my door once before. Thursday is in four days.',
      },
    );
  };
  const reportGroup = async () =>
    lucia.reports(
      { subjectType: 'CHAT', subjectId: opened().group.id },
      {
        reason: 'SPAM_PHISHING',
        text: 'She invited me to talk about small rooms, and all of it is advertising.',
      },
    );
  return [
    [8, advertise],
    [1.6, threaten],
    [0.8, reportGroup],
  ];
}

/** The newest open case that somebody opened: their report, or their claim about a letter. */
async function openCaseOf(
  { id, user: { username } }: DemoActor,
  kind: CaseKind,
  letter?: Ref,
): Promise<Ref> {
  const cases = await latestCasesOf(table, id, 20);
  const found = cases.find(
    (one) =>
      !one.decision &&
      one.kind === kind &&
      (letter === undefined ? one.openedBy === id : one.subject.id === letter.id),
  );
  if (!found) throw new Error(`${username} has no open case`);
  return found;
}

/** The newest decision against somebody. */
async function newestStatement({ id, user: { username } }: DemoActor): Promise<Ref> {
  const against = (await statementsOf(table, id)).filter(({ deed }) => isAppealableDeed(deed));
  const [newest] = against.sort((one, other) => other.at - one.at);
  if (!newest) throw new Error(`${username} has no statement`);
  return newest;
}

/** Decisions of the second member of staff, which the people concerned appeal. */
function appealSteps(day: Day): Step[] {
  const { named, now } = day;
  const [frida, petra] = [named(COLLEAGUE), named('petra.horn')];
  let link: Ref | undefined;
  const decide = async (openedBy: string, ruling: Ruling, reason: string) =>
    frida.decidesCase(await openCaseOf(named(openedBy), 'REPORT'), ruling, { reason });
  const appeal = async (by: string, text: string) =>
    named(by).appeals(await newestStatement(named(by)), { text });
  return [
    [
      5.4,
      () =>
        reportMessage(
          day,
          { by: 'j.haddad', of: 'rosa.almeida', subject: PAID_ELSEWHERE },
          'OFF_PLATFORM_PAYMENT',
          'She wants to pay me past the product.',
        ),
    ],
    [
      4.6,
      () =>
        decide(
          'j.haddad',
          { outcome: 'UPHELD', deed: 'WARNED' },
          'Paying past the product leaves both of you without protection. Please do not offer it again.',
        ),
    ],
    [
      3.3,
      () =>
        appeal(
          'rosa.almeida',
          'I asked for a price by the month, because there is none on her page. I did not know that this is not allowed.',
        ),
    ],
    [
      8,
      async () => {
        link = await petra.addsLink('Floor plans, half price', 'https://small-rooms.example/offer');
      },
    ],
    [
      7,
      async () =>
        named('noor.aziz').reports(linkOf(petra, link), {
          reason: 'SPAM_PHISHING',
          text: 'It opens three windows and wants my number.',
        }),
    ],
    [
      6.2,
      () =>
        decide(
          'noor.aziz',
          { outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove: 'LINK' },
          'The page opens windows by itself and asks for phone numbers before it shows anything.',
        ),
    ],
    [
      2.4,
      () =>
        appeal(
          'petra.horn',
          'The windows come from the newsletter tool, which I have turned off. The page sells floor plans, nothing else.',
        ),
    ],
    [
      5.4,
      async () => {
        const hana = named('hana.kim');
        const claim = await openCaseOf(hana, 'CLAIM', await letterOf(hana, WON_CLAIM));
        const reason =
          'The letter asks how to do it with a phone and a window. The answer does not say how.';
        return frida.decidesClaim(claim, 'UPHELD', { reason });
      },
    ],
    [
      1.6,
      () =>
        appeal(
          'j.haddad',
          `I answered “${WON_CLAIM}” as I would answer my sister: do not do it. That is an answer, and she got it within an hour.`,
        ),
    ],
    [
      5.4,
      () =>
        frida.blocksAccount(named('vera.stone'), {
          reason: 'Forty poems in one hour to people who had not asked for them.',
        }),
    ],
    [
      0.8,
      async () => {
        const vera = named('vera.stone');
        const appealToken = await signAppealToken(vera.id, now());
        return vera.appealsBlocked(appealToken, await newestStatement(vera), {
          // Somebody whose account is blocked has no session.
          as: { token: '' },
          text: 'It was a birthday present for my readers, each of whom subscribed to me. Nobody had complained before.',
        });
      },
    ],
  ];
}

/** What the second member of staff proposes, and the payout that is held. */
function proposalSteps({ named, now }: Day): Step[] {
  const frida = named(COLLEAGUE);
  return [
    [
      3.3,
      async () =>
        frida.refunds(await letterOf(named('hana.kim'), TWICE_PAID), {
          reason: 'Our page charged Hana after she had closed it, and she had told us at once.',
        }),
    ],
    [
      1.6,
      () =>
        frida.blocksAccount(named('eddie.quinn'), {
          reason: 'He offers investments with a guaranteed return to everybody whom he writes to.',
        }),
    ],
    [
      2.4,
      async () => {
        const { id, user } = named('viktor.lang');
        const owed = await dueBalanceOf(table, id);
        if (!owed || !(await holdForCheck({ table, now: now() }, id, owed)))
          throw new Error(`${user.username} shows no sign for which a payout is held`);
      },
    ],
  ];
}

function ticketSteps({ named }: Day): Step[] {
  const ticket = (by: string, subject: string, text: string) =>
    named(by).asksSupport({ subject, text: html(text) });
  return [
    [
      5.4,
      () =>
        ticket(
          'noor.aziz',
          'My claim and my card',
          'I made a claim this morning and see that the money is still charged. When is it decided, and do I have to do anything until then?',
        ),
    ],
    [
      2.4,
      () =>
        ticket(
          'jonas.keller',
          'I want to speak with somebody',
          'I was insulted for six dollars and your form has a limit of characters. Please call me today, I am at home until eight and will not write this a second time.',
        ),
    ],
    [
      0.4,
      () =>
        ticket(
          'ravi.menon',
          'A claim about a sentence',
          'A sender says that my letter is copied because a sentence is in two of my letters. Do I have to write each sentence anew? I would like to know before the next one.',
        ),
    ],
  ];
}
