import { useField } from './Field.tsx';

/* A value between two ends, where the feel matters more than the figure. In a Field. */

export type SliderProps = {
  min: number;
  max: number;
  step: number;
  value: number;
  /** Read aloud in place of the bare number. */
  valueText: string;
  onValueChange: (value: number) => void;
};

export function Slider({ valueText, onValueChange, ...range }: SliderProps) {
  const { id, 'aria-describedby': describedBy } = useField();
  return (
    <input
      type="range"
      id={id}
      aria-describedby={describedBy}
      aria-valuetext={valueText}
      {...range}
      onChange={({ currentTarget }) => onValueChange(currentTarget.valueAsNumber)}
      className="h-11 w-full rounded-card accent-ink"
    />
  );
}
