import { useTranslations } from "next-intl";
import { ListTabs } from "#components/ui/list-tabs.tsx";
import type { Scope } from "#lib/queries/keys.ts";

const tabs = [
  { key: "received", path: "", word: "received" },
  { key: "never-notified", path: "/never-notified", word: "neverNotified" },
  { key: "unknown", path: "?flag=unknown", word: "unknown" },
  { key: "money-back", path: "/money-back", word: "moneyBack" },
] as const;

type Props = { scope: Scope; current: (typeof tabs)[number]["key"] };

/** All notifications, the two kinds of mismatch between them and the ledger, and what was not answered OK. */
export function NotificationTabs({ scope, current }: Props) {
  const t = useTranslations("notifications");
  const base = `/${[scope.environment, scope.merchant, "notifications"].filter((part) => part !== null).join("/")}`;
  return (
    <ListTabs
      label={t("tabs.name")}
      current={current}
      tabs={tabs.map(({ key, path, word }) => ({ key, href: `${base}${path}`, label: t(`tabs.${word}`) }))}
    />
  );
}
