import { Download } from 'lucide-react';
import { csvOf } from '#web/api/csv.ts';
import { saveFile } from '#web/api/save-file.ts';
import { Button } from '#web/ui/Button.tsx';

export type SaveCsvProps = {
  /** The button: `Download sources (CSV)`. */
  label: string;
  /** What the table is about, for the name of the file: `sources`. */
  of: string;
  rows: () => readonly (readonly string[])[];
};

/* A button that saves a table as a CSV file, which the device makes. */
export function SaveCsv({ label, of, rows }: SaveCsvProps) {
  const name = `replypaid-${of.replaceAll(' ', '-')}.csv`;
  return (
    <Button
      variant="quiet"
      size="md"
      icon={<Download aria-hidden size={18} />}
      onClick={() => saveFile(csvOf(rows()), { name, type: 'text/csv' })}
    >
      {label}
    </Button>
  );
}
