import { useTranslations } from "next-intl";
import { EmptyState } from "#components/empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

/** A page that is there, for somebody who may not use it. */
export function AdminsOnly({ title }: { title: string }) {
  const t = useTranslations("frame");
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t("adminsOnly.title")}>{t("adminsOnly.text")}</EmptyState>
    </>
  );
}
