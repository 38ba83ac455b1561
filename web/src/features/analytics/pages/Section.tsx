import { type ReactNode, useId } from 'react';

/* A section of the analytics: its heading, its main sentence, and its content. */
export function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="font-medium font-serif text-2xl">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[60ch] text-soft">{lead}</p>}
      {children}
    </section>
  );
}

export type TableProps = {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly [string, ...string[]])[];
};

/* A table whose first column names the row; it scrolls by itself on a narrow screen. */
export function Table({ caption, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide
    <section className="mt-3 overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-left text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-rule border-b text-soft">
            {head.map((name) => (
              <th key={name} scope="col" className="py-2 pr-2 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-rule border-b">
              <th scope="row" className="py-2 pr-2 font-normal">
                {name}
              </th>
              {cells.map((cell, nth) => (
                <td key={head[nth + 1]} className="py-2 pr-2 font-figures">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
