import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { GoLiveMissing } from "#lib/contract/go-live.ts";
import type { Scope } from "#lib/queries/keys.ts";

/** Where each is put right: a page of the merchant; all others are on that of its notification URLs. */
const pages: Partial<Record<GoLiveMissing, string>> = {
  genuine: "/notifications",
  not_confirmed: "/notifications/money-back",
};

function toHref({ environment, merchant }: Scope, kind: GoLiveMissing): string {
  if (kind === "alerts") return `/${environment}/alerts?merchant=${merchant}`;
  return `/${environment}/${merchant}${pages[kind] ?? "/endpoints"}`;
}

/** What is missing before going live, each with the page where it is put right. */
export function GoLiveMissingList({ scope, missing }: { scope: Scope; missing: readonly GoLiveMissing[] }) {
  const t = useTranslations("goLive");
  return (
    <section aria-label={t("missing.title")} className="flex flex-col gap-2">
      <h2 className="text-section">{t("missing.title")}</h2>
      {missing.length === 0 ? (
        <p>
          <StatusMark tone="success">{t("missing.none")}</StatusMark>
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {missing.map((kind) => (
            <li key={kind} className="flex items-baseline gap-2">
              <StatusMark tone="warning" isWordHidden>
                {t("missing.mark")}
              </StatusMark>
              <Link className="text-accent underline underline-offset-2" href={toHref(scope, kind)}>
                {t(`missing.kinds.${kind}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
