import { classNames } from '#web/ui/class-names.ts';

/* The bars of a recording. What is recorded or was heard is ink, and the caret of the text editor stands at its end. */

export type WaveformProps = {
  /** Each from 0 to 100. */
  bars: readonly number[];
  /** How many of them are ink. */
  filled: number;
  /** Whether the caret is shown. */
  caret?: boolean;
  /** How many bars there is room for; a dotted line takes the place of those that are missing. */
  room?: number;
  className?: string;
};

/** A bar of silence, in percent of the height. */
const LOWEST = 4;

export function Waveform(props: WaveformProps) {
  const { bars, filled, caret = false, room = bars.length, className } = props;
  return (
    <div
      aria-hidden
      className={classNames('relative flex min-w-0 items-center', className)}
      data-waveform
    >
      {bars.map((bar, nth) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={nth}
          className="flex h-full items-center justify-center"
          style={{ width: `${100 / room}%` }}
        >
          <span
            className={classNames(
              'w-[60%] max-w-[3px] rounded-full forced-colors:bg-[CanvasText]',
              nth < filled ? 'bg-ink' : 'bg-edge',
            )}
            style={{ height: `${Math.max(LOWEST, bar)}%` }}
          />
        </span>
      ))}
      {bars.length < room && <span className="h-0 flex-1 border-edge border-t-2 border-dotted" />}
      {caret && (
        <span
          className="-translate-x-1/2 absolute inset-y-0 w-0.5 bg-red forced-colors:bg-[Highlight]"
          style={{ left: `${(100 * filled) / room}%` }}
        />
      )}
    </div>
  );
}
