import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Environment } from "#lib/core/identifiers.ts";

/** Shown in an environment without a gateway, with a link to connect one. */
export function NotConnected({ environment }: { environment: Environment }) {
  const t = useTranslations("overview");
  const names = useTranslations("frame.environment.names");
  const command = `npm run connect -- --env ${environment} --file connect.json`;
  return (
    <>
      <PageHeader title={t("title")} context={t("allMerchants")} />
      <EmptyState title={t("notConnected.title", { environment: names(environment) })}>
        {t.rich("notConnected.text", {
          command: () => <code className="reference">{command}</code>,
        })}
      </EmptyState>
    </>
  );
}
