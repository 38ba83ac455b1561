import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { holdForCheck } from '#functions/payouts/payout-holds.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { listConversations } from '#functions/storage/conversations/conversation-lists.ts';
import { messagesOf } from '#functions/storage/conversations/messages.ts';
import { latestCasesOf } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { type CaseKind, isAppealableDeed } from '#shared/rules/desk/cases.ts';
import { instant } from '#shared/time.ts';
import {
  type CallContext,
  call,
  type Fields,
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

/** The day that the steps share: its people by username, calls as one of them, and the time. */
type Day = {
  readonly named: (username: string) => User;
  readonly ask: (by: string, operation: string, fields: Fields) => ReturnType<typeof call>;
  readonly now: () => ReturnType<typeof instant>;
};

/** The steps of everything that is no letter. */
export function caseSteps(context: CallContext, people: People): SeedStep[] {
  const named = (username: string) => personNamed(people, username);
  const day: Day = {
    named,
    ask: (by, operation, fields) => call(context, named(by), operation, fields),
    now: () => instant(context.clock.now()),
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

type Reported = {
  readonly subjectType: string;
  readonly subjectId: string | undefined;
  readonly within?: string;
};

const report = ({ ask }: Day, by: string, subject: Reported, reasonCode: string, text = '') =>
  ask(by, 'reportContent', { ...subject, reasonCode, ...(text && { text }) });

const reportProfile = (day: Day, by: string, of: string, reasonCode: string, text = '') =>
  report(day, by, { subjectType: 'PROFILE', subjectId: day.named(of).id }, reasonCode, text);

/** Reports the newest message that somebody wrote in a letter. */
async function reportMessage(
  day: Day,
  { by, of, subject }: { readonly by: string; readonly of: string; readonly subject: string },
  reasonCode: string,
  text: string,
): Promise<unknown> {
  const within = await letterOf(day.named(of), subject);
  const { messages } = await messagesOf(table, within, { limit: 20 });
  const written = messages.find(({ senderId }) => senderId === day.named(of).id);
  return report(
    day,
    by,
    { subjectType: 'MESSAGE', subjectId: written?.id, within },
    reasonCode,
    text,
  );
}

/** The id of the letter with this subject that somebody sent or got. */
async function letterOf({ id: userId, username }: User, subject: string): Promise<string> {
  for (const mailbox of ['INBOX', 'ORDERS'] as const) {
    const list = { userId, mailbox, filter: 'ALL', skip: 0, limit: 50 } as const;
    const page = await listConversations(table, list);
    const found = page?.conversations.find((one) => one.subject === subject);
    if (found) return found.id;
  }
  throw new Error(`${username} has no letter ${subject}`);
}

function reportSteps(day: Day): Step[] {
  const { ask, named } = day;
  let linkId: string | undefined;
  return [
    [
      6.2,
      async () => {
        const link = { linkName: 'My shop', linkUrl: 'https://cheap-powder.example/viktor' };
        linkId = (await ask('viktor.lang', 'createUserLink', link)).data?.[0]?.id;
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
      () =>
        report(
          day,
          'rosa.almeida',
          { subjectType: 'LINK', subjectId: linkId, within: named('viktor.lang').id },
          'SPAM_PHISHING',
          'The page asks for my card before it shows anything.',
        ),
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
function chatSteps(day: Day): Step[] {
  const { ask, named } = day;
  let chatId: string | undefined;
  let groupId: string | undefined;
  const say = async (by: string, chat: string | undefined, text: string) => {
    const fields = { chatId: chat, messageText: html(text) };
    return (await ask(by, 'createChatMessage', fields)).data?.[0];
  };
  const befriend = async (by: string, to: string) => {
    await ask(by, 'createChatInvite', { userId: named(to).id });
    await ask(to, 'acceptUserContact', { userContactId: named(by).id });
  };
  return [
    [
      8,
      async () => {
        await befriend('viktor.lang', 'petra.horn');
        await befriend('petra.horn', 'lucia.prado');
        const fields = { participantUserId: named('petra.horn').id };
        chatId = (await ask('viktor.lang', 'createDirectChat', fields)).data?.[0]?.id;
        await say(
          'petra.horn',
          chatId,
          'Your answer to my brother was copied, and I have said so to the others.',
        );
        const group = {
          participantUserIds: [named('lucia.prado').id, named('viktor.lang').id],
          name: 'Small rooms',
        };
        groupId = (await ask('petra.horn', 'createGroupChat', group)).data?.[0]?.id;
        await say(
          'petra.horn',
          groupId,
          'Half price on my floor plans until Friday, tell everyone you know!',
        );
        await say(
          'petra.horn',
          groupId,
          'Only today: a third of the price. The link is on my page.',
        );
      },
    ],
    [
      1.6,
      async () => {
        const said = await say(
          'viktor.lang',
          chatId,
          'I know where your studio is. I will come on Thursday evening, and then you will take it back.',
        );
        const time = (said as { dateTimeSent?: string } | undefined)?.dateTimeSent;
        const message = { subjectType: 'CHAT_MESSAGE', subjectId: time, within: chatId ?? '' };
        const text = 'He has been at my door once before. Thursday is in four days.';
        await report(day, 'petra.horn', message, 'THREAT', text);
      },
    ],
    [
      0.8,
      () =>
        report(
          day,
          'lucia.prado',
          { subjectType: 'CHAT', subjectId: groupId },
          'SPAM_PHISHING',
          'She invited me to talk about small rooms, and all of it is advertising.',
        ),
    ],
  ];
}

/** The id of the newest open case that somebody opened: their report, or their claim about a letter. */
async function openCaseOf(
  { id, username }: User,
  kind: CaseKind,
  letter?: string,
): Promise<string> {
  const cases = await latestCasesOf(table, id, 20);
  const found = cases.find(
    (one) =>
      !one.decision &&
      one.kind === kind &&
      (letter === undefined ? one.openedBy === id : one.subject.id === letter),
  );
  if (!found) throw new Error(`${username} has no open case`);
  return found.id;
}

/** The newest decision against somebody. */
async function newestStatement({ id, username }: User): Promise<string> {
  const against = (await statementsOf(table, id)).filter(({ deed }) => isAppealableDeed(deed));
  const [newest] = against.sort((one, other) => other.at - one.at);
  if (!newest) throw new Error(`${username} has no statement`);
  return newest.id;
}

/** Decisions of the second member of staff, which the people concerned appeal. */
function appealSteps(day: Day): Step[] {
  const { ask, named, now } = day;
  let linkId: string | undefined;
  const decide = async (openedBy: string, decision: Fields) =>
    ask(COLLEAGUE, 'decideCase', {
      caseId: await openCaseOf(named(openedBy), 'REPORT'),
      ...decision,
    });
  const appeal = async (by: string, text: string) =>
    ask(by, 'appealStatement', { statementId: await newestStatement(named(by)), text });
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
        decide('j.haddad', {
          outcome: 'UPHELD',
          deed: 'WARNED',
          reason:
            'Paying past the product leaves both of you without protection. Please do not offer it again.',
        }),
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
        const link = {
          linkName: 'Floor plans, half price',
          linkUrl: 'https://small-rooms.example/offer',
        };
        linkId = (await ask('petra.horn', 'createUserLink', link)).data?.[0]?.id;
      },
    ],
    [
      7,
      () =>
        report(
          day,
          'noor.aziz',
          { subjectType: 'LINK', subjectId: linkId, within: named('petra.horn').id },
          'SPAM_PHISHING',
          'It opens three windows and wants my number.',
        ),
    ],
    [
      6.2,
      () =>
        decide('noor.aziz', {
          outcome: 'UPHELD',
          deed: 'CONTENT_REMOVED',
          remove: 'LINK',
          reason:
            'The page opens windows by itself and asks for phone numbers before it shows anything.',
        }),
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
        const letter = await letterOf(named('hana.kim'), WON_CLAIM);
        return ask(COLLEAGUE, 'decideClaim', {
          caseId: await openCaseOf(named('hana.kim'), 'CLAIM', letter),
          outcome: 'UPHELD',
          reason:
            'The letter asks how to do it with a phone and a window. The answer does not say how.',
        });
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
        ask(COLLEAGUE, 'deskBlockUser', {
          userId: named('vera.stone').id,
          reason: 'Forty poems in one hour to people who had not asked for them.',
        }),
    ],
    [
      0.8,
      async () => {
        const vera = named('vera.stone');
        return ask('rosa.almeida', 'appealBlockedStatement', {
          appealToken: await signAppealToken(vera.id, now()),
          statementId: await newestStatement(vera),
          text: 'It was a birthday present for my readers, each of whom subscribed to me. Nobody had complained before.',
        });
      },
    ],
  ];
}

/** What the second member of staff proposes, and the payout that is held. */
function proposalSteps({ ask, named, now }: Day): Step[] {
  return [
    [
      3.3,
      async () =>
        ask(COLLEAGUE, 'refundConversation', {
          conversationId: await letterOf(named('hana.kim'), TWICE_PAID),
          bearer: 'platform',
          reason: 'Our page charged Hana after she had closed it, and she had told us at once.',
        }),
    ],
    [
      1.6,
      () =>
        ask(COLLEAGUE, 'deskBlockUser', {
          userId: named('eddie.quinn').id,
          reason: 'He offers investments with a guaranteed return to everybody whom he writes to.',
        }),
    ],
    [
      2.4,
      async () => {
        const { id, username } = named('viktor.lang');
        const owed = await dueBalanceOf(table, id);
        if (!owed || !(await holdForCheck({ table, now: now() }, id, owed)))
          throw new Error(`${username} shows no sign for which a payout is held`);
      },
    ],
  ];
}

function ticketSteps({ ask }: Day): Step[] {
  const ticket = (by: string, messageSubject: string, text: string) =>
    ask(by, 'createSupportTicket', { messageSubject, messageText: html(text) });
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
