import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";

export type BarItem = {
  key: string;
  label: string;
  size: number;
  value: ReactNode;
  note?: ReactNode;
  href: string;
  isQuiet?: boolean;
};

/** Horizontal bars, each linking to the list it counts: a chart and its table in one. */
export function BarList({ label, items }: { label: string; items: readonly BarItem[] }) {
  const largest = Math.max(1, ...items.map(({ size }) => size));
  return (
    <ul aria-label={label} className="flex flex-col gap-px">
      {items.map((item) => (
        <li key={item.key}>
          <Link href={item.href} className="group block rounded-md px-2 py-1.5 hover:bg-default">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="group-hover:text-accent">{item.label}</span>
              <span className="flex items-baseline gap-x-2">
                {item.note}
                <span className="tabular-nums">{item.value}</span>
              </span>
            </span>
            <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-default print:border print:border-border">
              <span
                data-bar="true"
                className={`block h-full rounded-full print:bg-black ${item.isQuiet ? "bg-(--tone-neutral)" : "bg-accent"} ${item.size > 0 ? "min-w-0.5" : ""}`}
                style={{ width: `${(item.size / largest) * 100}%` }}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
