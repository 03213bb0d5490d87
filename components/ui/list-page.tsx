import type { ReactNode } from "react";
import { PageHeader } from "./page-header.tsx";

export type ListPageProps = {
  title: string;
  /** Of which merchant, or what it lists. */
  context: ReactNode;
};

type Props = ListPageProps & {
  /** How new the rows are. */
  status?: ReactNode;
  actions?: ReactNode;
  /** Under the rows, always in view. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page that is a list: title, state and actions in a line, its filters, and the table, which alone scrolls. */
export function ListPage({ title, context, status, actions, footer, children }: Props) {
  return (
    <div className="list-page">
      <PageHeader title={title} context={context} status={status}>
        {actions}
      </PageHeader>
      {children}
      {footer ? <div className="flex shrink-0 flex-col gap-1 pt-2">{footer}</div> : null}
    </div>
  );
}
