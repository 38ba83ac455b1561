import { useField } from './Field.tsx';

/* A slider between two values, inside a Field. */

export type SliderProps = {
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value for screen readers, instead of the number. */
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
