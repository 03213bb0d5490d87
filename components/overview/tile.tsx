import Link from "next/link";
import type { ReactNode } from "react";

type Props = { label: string; value: ReactNode; note?: ReactNode; href?: string };

/** A single figure that links to the list it counts. */
export function Tile({ label, value, note, href }: Props) {
  const content = (
    <>
      <span className="text-muted text-xs">{label}</span>
      <span className="font-semibold text-lg leading-tight [&>span]:whitespace-normal">{value}</span>
      <span className="text-muted text-xs">{note}</span>
    </>
  );
  const tileClass = "flex min-h-20 min-w-0 flex-col justify-between gap-0.5 rounded-lg border border-border bg-surface px-3 py-2";
  if (href === undefined) return <div className={tileClass}>{content}</div>;
  return (
    <Link href={href} className={`${tileClass} hover:border-accent hover:bg-default`}>
      {content}
    </Link>
  );
}
