import { ActionBar } from '../ui/ActionBar.tsx';

/* Shapes of content that only outlines show: web/outlines.ts. */

/** Groups of rows with a heading each. */
export function SettingsShape() {
  return (
    <div className="grid gap-8">
      {[4, 3, 4].map((rows, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of a drawing
        <div key={group}>
          <div className="skeleton mb-1 h-6 w-2/5" />
          <div className="divide-y divide-rule">
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
              <div key={row} className="flex min-h-14 items-center gap-3.5 py-3">
                <div className="skeleton size-5" />
                <div className="skeleton h-4 w-1/2" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export type FormShapeProps = {
  fields: number;
  /** Whether the fields are texts of several lines. */
  isLong?: boolean;
};

/** The fields of a FormShell, and the bar with its button. */
export function FormShape({ fields, isLong = false }: FormShapeProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid gap-5 px-5 pb-8">
        {Array.from({ length: fields }, (_, field) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
          <div key={field} className="grid gap-2">
            <div className="skeleton h-4.5 w-1/3" />
            <div className={`skeleton rounded-card! ${isLong ? 'h-60' : 'h-13'}`} />
          </div>
        ))}
      </div>
      <ActionBar>
        <div className="skeleton h-13 rounded-card!" />
      </ActionBar>
    </div>
  );
}
