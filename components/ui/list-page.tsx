import type { ReactNode } from "react";
import { RememberList } from "./last-lists.tsx";
import { PageHeader } from "./page-header.tsx";

export type ListPageProps = {
  title: string;
  /** The merchant, or a description of the list. */
  context: ReactNode;
};

type Props = ListPageProps & {
  /** When the rows were read. */
  status?: ReactNode;
  actions?: ReactNode;
  /** Below the rows, always in view. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page that is a list: title, state and actions in a line, its filters, and the table, which alone scrolls. */
export function ListPage({ title, context, status, actions, footer, children }: Props) {
  return (
    <div className="list-page">
      <RememberList />
      <PageHeader title={title} context={context} status={status}>
        {actions}
      </PageHeader>
      {children}
      {footer ? <div className="list-footer">{footer}</div> : null}
    </div>
  );
}
