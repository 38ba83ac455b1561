import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

/* A bar chart of months, drawn by hand, with the same figures in a table. It needs no JavaScript. */

export type ChartMonth = {
  /** `October 2026` and `Oct`. */
  readonly name: string;
  readonly short: string;
  /** Null if there is nothing to draw. */
  readonly value: number | null;
  readonly words: string;
  /** Whether the month is not over. */
  readonly isRunning: boolean;
};

export type MonthChartProps = {
  title: string;
  /** What a bar shows, in a sentence. */
  children: string;
  /** The heading of the figures in the table. */
  column: string;
  months: readonly ChartMonth[];
  /** The values at the lines of the scale: `50%`. */
  scale: (value: number) => string;
  /** The value of the top line, which no value exceeds. */
  top: number;
};

export function MonthChart({ title, children, column, months, scale, top }: MonthChartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="font-medium font-serif text-2xl">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] text-soft">{children}</p>
      <Bars title={title} months={months} scale={scale} top={top} />
      <details className="group mt-1">
        <summary className="inline-flex min-h-11 list-none items-center gap-1.5 text-back underline underline-offset-4">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          {title} as a table
        </summary>
        <Figures caption={title} column={column} months={months} />
      </details>
    </section>
  );
}

/* The drawing, in units of about a pixel on a phone. */
const WIDTH = 340;
const LEFT = 40;
const HEIGHT = 130;
const LINES = [0, 0.5, 1];

type BarsProps = {
  title: string;
  months: readonly ChartMonth[];
  scale: (value: number) => string;
  top: number;
};

function Bars({ title, months, scale, top }: BarsProps) {
  const id = useId();
  const step = (WIDTH - LEFT) / months.length;
  const width = Math.min(28, step * 0.66);
  const y = (value: number) => HEIGHT * (1 - Math.min(1, value / top));
  return (
    <svg
      role="img"
      aria-labelledby={`${id}t ${id}d`}
      viewBox={`0 -8 ${WIDTH} ${HEIGHT + 30}`}
      className="mt-3 block w-full max-w-135 fill-soft text-[11px]"
    >
      <title id={`${id}t`}>{`${title}, by month`}</title>
      <desc id={`${id}d`}>
        {months
          .map(({ name, words, isRunning }) => `${nameOf(name, isRunning)}: ${words}.`)
          .join(' ')}
      </desc>
      {LINES.map((share) => (
        <g key={share}>
          <path d={`M${LEFT} ${y(top * share)}H${WIDTH}`} className="stroke-rule" />
          <text x={LEFT - 6} y={y(top * share) + 4} textAnchor="end">
            {scale(top * share)}
          </text>
        </g>
      ))}
      {months.map(({ name, short, value, isRunning }, nth) => {
        const middle = LEFT + step * (nth + 0.5);
        return (
          <g key={name}>
            {value === null ? (
              <path d={`M${middle - 3} ${HEIGHT - 5}h6`} className="stroke-edge" strokeWidth="2" />
            ) : (
              <rect
                x={middle - width / 2}
                y={y(value)}
                width={width}
                height={HEIGHT - y(value)}
                rx="2"
                strokeWidth="1.5"
                className={isRunning ? 'fill-transparent stroke-back' : 'fill-back stroke-back'}
              />
            )}
            {isLabeled(nth, months.length) && (
              <text x={middle} y={HEIGHT + 16} textAnchor="middle">
                {short}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Whether a month has its name below it: the last one, and every third or second before it, as there is room. */
const isLabeled = (nth: number, count: number) =>
  (count - 1 - nth) % (count > 8 ? 3 : count > 5 ? 2 : 1) === 0;

const nameOf = (name: string, isRunning: boolean) => (isRunning ? `${name}, so far` : name);

type FiguresProps = {
  caption: string;
  column: string;
  months: readonly ChartMonth[];
};

/** The months in a table, newest first. */
function Figures({ caption, column, months }: FiguresProps) {
  return (
    <table className="mt-1 mb-3 w-full max-w-135 border-collapse text-left">
      <caption className="sr-only">{`${caption}, by month`}</caption>
      <thead>
        <tr className="border-rule border-b text-soft">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Month
          </th>
          <th scope="col" className="py-2 font-semibold">
            {column}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ name, words, isRunning }) => (
          <tr key={name} className="border-rule border-b">
            <th scope="row" className="py-2 pr-3 font-normal">
              {nameOf(name, isRunning)}
            </th>
            <td className="py-2 font-figures">{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
