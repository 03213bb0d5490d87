import type { ReactNode } from "react";

type Props = { title: ReactNode; context?: ReactNode; children?: ReactNode };

/** A page's one heading, a line of context under it (scope, freshness), and its actions. */
export function PageHeader({ title, context, children }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 pb-4">
      <div className="min-w-0">
        <h1 className="font-semibold text-xl">{title}</h1>
        {context ? <div className="text-muted">{context}</div> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  );
}
