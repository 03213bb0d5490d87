import type { ReactNode } from "react";
import { Announced } from "./announced.tsx";

type Props = { title: string; children?: ReactNode; action?: ReactNode };

/** An empty list that is no error, with a hint about what would add rows. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <p className="font-medium">{title}</p>
      <Announced text={title} />
      {children ? <div className="max-w-prose text-muted">{children}</div> : null}
      {action}
    </div>
  );
}
