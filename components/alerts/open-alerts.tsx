import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { openAlertsQuery } from "#lib/queries/alerts.ts";

/** Number of open alerts beside the page's name in the navigation; renders nothing when there is none. */
export function OpenAlerts() {
  const t = useTranslations("alerts");
  const { environment } = useEnvironment();
  const { data: open = 0 } = useQuery(openAlertsQuery(environment));
  if (open === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-danger-soft px-2 font-medium text-(--tone-danger) text-xs tabular-nums">
      <span aria-hidden="true">{open}</span>
      <span className="sr-only">{t("open", { count: open })}</span>
    </span>
  );
}
