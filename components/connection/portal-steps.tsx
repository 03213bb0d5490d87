import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "#components/ui/panel.tsx";

/** How an environment and its merchants are connected (docs/connecting-a-gateway.md). */
export function PortalSteps({ environment, portalUrl }: { environment: string; portalUrl: string | null }) {
  const t = useTranslations("connection");
  if (environment === "sandbox") {
    return (
      <Panel title={t("portal.sandboxTitle")}>
        <p>{t("portal.sandbox")}</p>
      </Panel>
    );
  }
  const portal = (text: ReactNode) =>
    portalUrl ? (
      <a className="text-accent underline" href={portalUrl} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      text
    );
  return (
    <Panel title={t("portal.title")}>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>{t.rich("portal.integration", { portal })}</li>
        <li>{t("portal.credentials")}</li>
        <li>{t("portal.share")}</li>
        <li>{t("portal.merchant")}</li>
        <li>{t("portal.connect")}</li>
      </ol>
    </Panel>
  );
}
