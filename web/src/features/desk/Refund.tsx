import { useRef } from 'react';
import {
  refundConversation,
  refundConversationPart,
  type viewDeskConversation,
} from '#shared/api/desk.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import { type Cents, formatMoney, fromDollars, minus, ZERO } from '#shared/money.ts';
import type { DecisionKind } from '#shared/rules/desk/decision-readers.ts';
import { plainAmount } from '#shared/rules/text/digits.ts';
import { type CallOptions, call, isRefusal } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../shell/TextLink.tsx';
import { StaffActionForm } from './forms.tsx';
import type { ActionAmount, ActionChoice } from './StaffActionForm.tsx';
import { proposalWords } from './second-person-words.ts';
import { UnsentReason } from './UnsentReason.tsx';

type Conversation = Output<typeof viewDeskConversation>['data'][number];
type Values = {
  readonly extent?: string;
  /** Missing if nobody earned anything. */
  readonly bearer?: 'platform' | 'recipient';
  /** Valid text of dollars, if a part is refunded. */
  readonly amount?: string;
  readonly reason: string;
};

const IN_FULL = 'full';
const IN_PART = 'part';

const bearerOf = ({ refused }: Conversation): ActionChoice => ({
  name: 'bearer',
  label: 'Who pays for the refund',
  options: [
    {
      value: 'platform',
      label: 'The platform',
      hint: 'The recipient keeps the earning.',
      refused: refused.platform,
    },
    {
      value: 'recipient',
      label: 'The recipient',
      hint: 'The earning is taken back.',
      refused: refused.recipient,
    },
  ],
  when: ({ extent }) => extent !== IN_PART,
});

/** The refund of a conversation: in full, or a part of it once it is answered. */
export function Refund({ found }: { found: Conversation }) {
  const { id: conversationId, moneyState, obstacle, givenBack, price } = found;
  const { refundObstacle, refundAlone, refundCaseId } = found;
  const sendPart = useSendPart(givenBack);
  const id = `refund_${conversationId}`;
  if (moneyState === 'REFUNDED' || moneyState === 'RELEASED') return <UnsentReason id={id} />;
  const left = minus(price, givenBack);
  const inPart = isPartPossible(found);
  return (
    <StaffActionForm
      id={id}
      title={inPart ? 'Refund the sender' : 'Refund the sender in full'}
      submit="Refund"
      variant="money"
      obstacle={obstacle}
      waiting={
        refundObstacle === null ? undefined : { sentence: refundObstacle, caseId: refundCaseId }
      }
      decisions={(chosen) => decisionKindsOf(found, chosen)}
      proposal={({ extent }, typed) => {
        if (extent !== IN_PART) return proposalWords(found, { amount: left, before: givenBack });
        const amount = amountIn(typed);
        return amount && proposalWords(found, { amount, before: givenBack });
      }}
      choices={choicesOf(found, left)}
      {...(inPart && { amount: amountOf(left) })}
      send={({ extent, bearer = 'platform', amount, reason }: Values, options) =>
        extent === IN_PART
          ? sendPart({ conversationId, amount: fromDollars(Number(amount)), reason }, options)
          : call(refundConversation, { conversationId, bearer, reason }, options)
      }
    >
      <p className="text-soft">
        {refundCaseId ? (
          <>
            A refund above {formatMoney(refundAlone)} was proposed before and is decided. It can’t
            be proposed again.{' '}
            <TextLink to={paths.deskCase(refundCaseId)}>Open the decision</TextLink>
          </>
        ) : (
          `Above ${formatMoney(refundAlone)} a second person decides first.`
        )}
      </p>
    </StaffActionForm>
  );
}

/** The decisions that a refund may become: of what is not chosen yet, all. */
function decisionKindsOf(
  found: Conversation,
  { extent, bearer }: Readonly<Record<string, string>>,
): readonly DecisionKind[] {
  if (found.netEarnings === null) return ['REFUND_UNANSWERED'];
  if (extent === IN_PART) return ['REFUND_IN_PART'];
  return [bearer === 'recipient' ? 'REFUND_BY_RECIPIENT' : 'REFUND_BY_PLATFORM'];
}

/**
 * Sends a part with what was given back before. After a lost response the screen shows what was given back by then, which may
 * include this part. So the next attempt repeats what the first one said, and is not a second part.
 */
function useSendPart(givenBack: Cents) {
  const said = useRef<Cents>(undefined);
  return async (
    part: Omit<Input<typeof refundConversationPart>, 'givenBack'>,
    options: CallOptions,
  ) => {
    said.current ??= givenBack;
    try {
      const input = { ...part, givenBack: said.current };
      const answer = await call(refundConversationPart, input, options);
      said.current = undefined;
      return answer;
    } catch (fault) {
      if (isRefusal(fault, 'WRONG_STATUS')) said.current = undefined;
      throw fault;
    }
  };
}

/** Whether a part can be refunded: the message is answered and charged, and no bank decides about it. */
const isPartPossible = ({ netEarnings, moneyState, dispute, price, givenBack }: Conversation) =>
  netEarnings !== null &&
  moneyState === 'CHARGED' &&
  (dispute === null || dispute === 'WON') &&
  givenBack < price;

/** How much is refunded, if a part can be, and who bears it, if somebody earned anything. */
function choicesOf(found: Conversation, left: Cents): ActionChoice[] {
  if (found.netEarnings === null) return [];
  return isPartPossible(found) ? [extentOf(found, left), bearerOf(found)] : [bearerOf(found)];
}

const extentOf = ({ refused }: Conversation, left: Cents): ActionChoice => ({
  name: 'extent',
  label: 'How much',
  options: [
    { value: IN_FULL, label: 'In full', hint: `All of the ${formatMoney(left)} that’s left.` },
    {
      value: IN_PART,
      label: 'A part',
      hint: 'The platform bears it, and the recipient keeps the earning.',
      refused: refused.part,
    },
  ],
});

const amountOf = (left: Cents): ActionAmount => ({
  label: 'Amount',
  hint: `Less than the ${formatMoney(left)} that’s left.`,
  when: ({ extent }) => extent === IN_PART,
  check: (typed) => amountError(typed, left),
});

/** The typed amount; undefined if it is none. */
function amountIn(typed: string): Cents | undefined {
  const text = plainAmount(typed).trim();
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? fromDollars(Number(text)) : undefined;
}

/** The error of the amount of a part; undefined if it is valid. */
function amountError(typed: string, left: Cents): string | undefined {
  const amount = amountIn(typed);
  if (amount === undefined) return 'Please enter an amount of dollars, such as 10.00';
  if (amount === ZERO) return 'Please enter more than $0.00';
  if (amount >= left)
    return `Please enter less than the ${formatMoney(left)} that’s left, or refund in full`;
  return undefined;
}
