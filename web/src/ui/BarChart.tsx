import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/* A bar chart, drawn by hand, with the same figures in a table. It needs no JavaScript. */

export type ChartBar = {
  /** `October 2026` and `Oct`. */
  readonly name: string;
  readonly short: string;
  /** Null if there is nothing to draw. */
  readonly value: number | null;
  readonly words: string;
  /** Whether its time is not over. */
  readonly isRunning: boolean;
  /** The ends of the interval in which the value lies, if it is an estimate. */
  readonly low?: number;
  readonly high?: number;
};

export type BarChartProps = {
  title: string;
  /** What a bar shows, in a sentence. */
  children: string;
  /** The heading of the figures in the table. */
  column: string;
  bars: readonly ChartBar[];
  /** What the bars are of, for the heading of the table and the title of the drawing: `Month`. */
  of: string;
  /** The values at the lines of the scale: `50%`. */
  scale: (value: number) => string;
  /** The value of the top line, which no value exceeds. */
  top: number;
  /** A button below the table. */
  action?: ReactNode;
};

export function BarChart(props: BarChartProps) {
  const { title, children, column, bars, of, scale, top, action } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="font-medium font-serif text-2xl">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] text-soft">{children}</p>
      <Bars title={title} bars={bars} of={of} scale={scale} top={top} />
      <details className="group mt-1">
        <summary className="inline-flex min-h-11 list-none items-center gap-1.5 text-back underline underline-offset-4">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          {title} as a table
        </summary>
        <Figures caption={title} column={column} bars={bars} of={of} />
        {action}
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
  bars: readonly ChartBar[];
  of: string;
  scale: (value: number) => string;
  top: number;
};

function Bars({ title, bars, of, scale, top }: BarsProps) {
  const id = useId();
  const step = (WIDTH - LEFT) / bars.length;
  const width = Math.min(28, step * 0.66);
  const y = (value: number) => HEIGHT * (1 - Math.min(1, value / top));
  return (
    <svg
      role="img"
      aria-labelledby={`${id}t ${id}d`}
      viewBox={`0 -8 ${WIDTH} ${HEIGHT + 30}`}
      className="mt-3 block w-full max-w-135 fill-soft text-[11px]"
    >
      <title id={`${id}t`}>{`${title}, by ${of.toLowerCase()}`}</title>
      <desc id={`${id}d`}>
        {bars
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
      {bars.map(({ name, short, value, isRunning, low, high }, nth) => {
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
            {low !== undefined && high !== undefined && (
              <path
                d={`M${middle} ${y(low)}V${y(high)}M${middle - 4} ${y(high)}h8M${middle - 4} ${y(low)}h8`}
                className="stroke-ink"
                strokeWidth="1.5"
              />
            )}
            {isLabeled(nth, bars.length) && (
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

/** Whether a bar has its name below it: the last one, and some before it, as there is room. */
function isLabeled(nth: number, count: number): boolean {
  const every = count > 15 ? Math.ceil(count / 5) : count > 8 ? 3 : count > 5 ? 2 : 1;
  return (count - 1 - nth) % every === 0;
}

const nameOf = (name: string, isRunning: boolean) => (isRunning ? `${name}, so far` : name);

type FiguresProps = {
  caption: string;
  column: string;
  bars: readonly ChartBar[];
  of: string;
};

/** The bars in a table, the last one first. */
function Figures({ caption, column, bars, of }: FiguresProps) {
  return (
    <table className="mt-1 mb-3 w-full max-w-135 border-collapse text-left">
      <caption className="sr-only">{`${caption}, by ${of.toLowerCase()}`}</caption>
      <thead>
        <tr className="border-rule border-b text-soft">
          <th scope="col" className="py-2 pr-3 font-semibold">
            {of}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {column}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ name, words, isRunning }) => (
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
