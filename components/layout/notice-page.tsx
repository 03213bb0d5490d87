import type { ReactNode } from "react";

type Props = { title: string; children: ReactNode; action: ReactNode };

/** A page with a single message and a link. */
export function NoticePage({ title, children, action }: Props) {
  return (
    <div className="grid min-h-80 place-items-center p-6 text-center">
      <div className="flex max-w-prose flex-col items-center gap-3">
        <h1 className="text-page">{title}</h1>
        <p className="text-balance text-muted">{children}</p>
        <div className="flex flex-wrap justify-center gap-x-4 gap-y-2 pt-1">{action}</div>
      </div>
    </div>
  );
}
