import { EmptyState } from "#components/empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

/** A page that is there, for somebody who may not use it. */
export function AdminsOnly({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="Only administrators may see this">Ask an administrator of your desk for what you need.</EmptyState>
    </>
  );
}
