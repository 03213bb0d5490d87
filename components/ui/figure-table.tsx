import type { ReactNode } from "react";

type Props = {
  label: string;
  /** Headings of what names a row. */
  names: readonly string[];
  /** Headings of figures, at the end of their columns. */
  figures: readonly string[];
  /** Its rows. */
  children: ReactNode;
};

/** A small table of figures beside a list; it scrolls by itself, also with the keyboard, and is whole on paper. */
export function FigureTable({ label, names, figures, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard
    <section className="max-h-80 overflow-auto print:max-h-none" tabIndex={0} aria-label={label}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-border border-b text-left text-muted text-xs">
            {names.map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 font-medium">
                {name}
              </th>
            ))}
            {figures.map((figure) => (
              <th key={figure} scope="col" className="py-1 pl-3 text-right font-medium">
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
