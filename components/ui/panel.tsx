import type { ReactNode } from "react";

/** A section of a page with a title. */
export function Panel({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className="rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
        <h2 className="text-section">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
