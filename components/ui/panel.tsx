import type { ReactNode } from "react";

type Props = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** For links that lead to it. */
  id?: string | undefined;
};

/** A section of a page with a title. */
export function Panel({ title, children, action, id }: Props) {
  return (
    <section id={id} className="scroll-mt-[calc(var(--header-height)+1rem)] rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
        <h2 className="text-section">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
