import type { ReactNode } from 'react';
import { formatMoney, minus, ZERO } from '#shared/money.ts';
import { refundBy } from '#shared/rules/conversations/refund-time.ts';
import type { Instant } from '#shared/time.ts';
import { dayWords, weekdayWords } from '#web/shell/dates.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { DeskCase } from '../desk-words.ts';
import { Key } from '../Key.tsx';
import {
  choiceWords,
  type DeskLetter,
  type Effect,
  namesOf,
  type Outcome,
  oddsWords,
  signedMoney,
} from './claim-words.ts';

/*
 * The decisions side by side, as a table: its heads are the radios, its rows what each decision does in exact amounts. Nothing is
 * chosen at first. docs/product/desk.md#claims
 */

export type EffectsTableProps = {
  found: DeskCase;
  letter: DeskLetter;
  /** Undefined while nothing is chosen. */
  chosen: Outcome | undefined;
  onChoose: (outcome: Outcome) => void;
  error: string | undefined;
  now: Instant;
};

const OUTCOMES = ['UPHELD', 'REJECTED'] as const;

export function EffectsTable(props: EffectsTableProps) {
  const { found, letter, chosen, onChoose, error } = props;
  const words = choiceWords(found, letter);
  return (
    <div>
      <div className="overflow-x-auto">
        <table
          data-desk-decision=""
          aria-describedby={error ? 'decision-error' : undefined}
          className="w-full border-separate border-spacing-0 text-[0.9375rem]"
        >
          <caption className="sr-only">What each decision does</caption>
          <thead>
            <tr>
              <td />
              {OUTCOMES.map((outcome, index) => (
                <th
                  key={outcome}
                  scope="col"
                  className={classNames(cell(chosen === outcome), 'rounded-t-card text-left')}
                >
                  <label
                    className={classNames(
                      'relative grid min-h-17 content-center gap-1',
                      found.refused[outcome] !== undefined && 'text-soft',
                    )}
                  >
                    <span className="flex items-center gap-2">
                      <input
                        type="radio"
                        name="outcome"
                        value={outcome}
                        checked={chosen === outcome}
                        disabled={found.refused[outcome] !== undefined}
                        aria-invalid={error ? true : undefined}
                        onChange={() => onChoose(outcome)}
                        className="grid size-5 shrink-0 appearance-none place-items-center rounded-full border-2 border-edge bg-card before:size-2.5 before:rounded-full checked:border-ink checked:before:bg-ink forced-colors:checked:before:bg-[Highlight]"
                      />
                      <Key>{`${index + 1}`}</Key>
                    </span>
                    <span className="font-semibold leading-tight">{words[outcome]}</span>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(props).map(({ name, cells }, place, rows) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="border-rule border-t py-2 pr-2 text-left align-middle font-normal text-soft leading-tight"
                >
                  {name}
                </th>
                {OUTCOMES.map((outcome, index) => (
                  <td
                    key={outcome}
                    className={classNames(
                      cell(chosen === outcome),
                      'border-rule border-t py-2 text-right align-middle',
                      place === rows.length - 1 && 'rounded-b-card',
                    )}
                  >
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {OUTCOMES.map(
        (outcome) =>
          found.refused[outcome] !== undefined && (
            <p key={outcome} className="mt-2 text-[0.875rem] text-soft">
              {words[outcome]}: not possible now. {found.refused[outcome]}
            </p>
          ),
      )}
      {error && (
        <p id="decision-error" className="mt-2 font-medium text-[0.875rem] text-red-text">
          {error}
        </p>
      )}
    </div>
  );
}

const cell = (isChosen: boolean) => classNames('px-2.5', isChosen && 'bg-tint');

type Row = { readonly name: string; readonly cells: readonly ReactNode[] };

/** The rows of the table. A decision that changes nothing of a row says what stays. */
function rowsOf({ found, letter, now }: EffectsTableProps): Row[] {
  const names = namesOf(letter);
  const effects = OUTCOMES.map((outcome) => found.effects[outcome]);
  const rows: Row[] = [
    {
      name: `${names.sender}’s payment`,
      cells: effects.map((effect) => <Card key="card" effect={effect} now={now} />),
    },
  ];
  if (letter.net !== null)
    rows.push(
      {
        name: `${names.recipient}’s balance`,
        cells: effects.map((effect) => <Balance key="balance" effect={effect} letter={letter} />),
      },
      {
        name: 'Our fee',
        cells: effects.map((effect) => <Fee key="fee" effect={effect} letter={letter} />),
      },
    );
  if (effects.some((effect) => effect !== undefined && effect.cost !== ZERO))
    rows.push({
      name: 'We bear',
      cells: effects.map((effect) => (
        <Amount key="cost" words={signedMoney(effect?.cost ?? ZERO)} />
      )),
    });
  rows.push(
    {
      name: `${names.recipient}’s odds`,
      cells: effects.map((effect) => oddsChange(letter, effect)),
    },
    {
      name: 'Appeal',
      cells: effects.map((effect) => appealCell(effect, now)),
    },
  );
  return rows;
}

/** The odds now, and after the decision if it changes them: `22 → 21 of 24`. */
function oddsChange({ odds }: DeskLetter, effect: Effect | undefined): ReactNode {
  const after = effect ? effect.odds : odds;
  const [was, is] = [oddsWords(odds), oddsWords(after)];
  if (was === is) return is;
  return (
    <>
      {is}
      <Small>was {was}</Small>
    </>
  );
}

function appealCell(effect: Effect | undefined, now: Instant): ReactNode {
  const reader = effect?.reads.find(({ appealUntil }) => appealUntil !== null);
  if (!reader || reader.appealUntil === null) return 'no one';
  return (
    <>
      {namesOf({ sender: reader.person, recipient: reader.person }).sender}, until
      <span className="block whitespace-nowrap text-[0.875rem]">
        {dayWords(reader.appealUntil, now)}
      </span>
    </>
  );
}

type AmountProps = { words: string; small?: ReactNode; tone?: string };

function Amount({ words, small, tone }: AmountProps) {
  return (
    <>
      <span className={classNames('whitespace-nowrap font-figures text-lg leading-tight', tone)}>
        {words}
      </span>
      {small && <Small>{small}</Small>}
    </>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <span className="block text-[0.8125rem] text-soft leading-tight">{children}</span>
);

function Card({ effect, now }: { effect: Effect | undefined; now: Instant }) {
  if (!effect || effect.card === ZERO)
    return <Amount words={formatMoney(ZERO)} small="stays charged" />;
  return (
    <Amount
      words={signedMoney(effect.card)}
      small={`by ${weekdayWords(refundBy(now), now)}`}
      tone="text-back-text"
    />
  );
}

function Balance({ effect, letter }: { effect: Effect | undefined; letter: DeskLetter }) {
  if (!effect || effect.balance === ZERO)
    return (
      <Amount
        words={formatMoney(ZERO)}
        small={letter.frozen === ZERO ? 'keeps the earning' : 'stays frozen'}
      />
    );
  if (effect.balance > ZERO)
    return (
      <Amount
        words={signedMoney(effect.balance)}
        small="no longer frozen"
        tone="text-earned-text"
      />
    );
  return (
    <Amount
      words={signedMoney(effect.balance)}
      small={effect.debt > ZERO ? `${formatMoney(effect.debt)} of it becomes a debt` : 'taken back'}
      tone="text-red-text"
    />
  );
}

function Fee({ effect, letter }: { effect: Effect | undefined; letter: DeskLetter }) {
  if (effect && effect.fee !== ZERO) return <Amount words={signedMoney(effect.fee)} />;
  return (
    <Amount
      words={formatMoney(minus(letter.price, letter.net ?? letter.price))}
      small="stays ours"
    />
  );
}
