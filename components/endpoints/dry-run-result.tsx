import { useTranslations } from "next-intl";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { EndpointDryRun } from "#lib/contract/endpoint-dry-run.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = {
  scope: Scope;
  result: EndpointDryRun;
  /** Whether a certificate ends, rather than a rule that changes. */
  isAboutKeys?: boolean;
  /** Whether the dialog itself warns of what is lost. */
  isWarned?: boolean;
};

/** How the last notifications would verify after a change, what that means, and which would change. */
export function DryRunResult({ scope, result, isAboutKeys = false, isWarned = false }: Props) {
  const t = useTranslations("endpoints");
  const { checked, validNow, validAfter, deleted, unreadable, lost, gained, isNewestLost } = result;
  const isNoneLeft = validAfter === 0 && validNow > 0;
  return (
    <section aria-label={t("dryRun.title")} className="flex flex-col gap-2">
      {checked === 0 ? (
        <p>{t("dryRun.none")}</p>
      ) : (
        <p>
          <strong>{t("dryRun.after", { after: validAfter, checked })}</strong> <Others result={result} />{" "}
          {lost + gained === 0 ? t("dryRun.same") : t("dryRun.now", { now: validNow, lost, gained })}
        </p>
      )}
      {deleted > 0 ? <p className="text-muted">{t("dryRun.deleted", { count: deleted })}</p> : null}
      {unreadable > 0 ? <p className="text-(--tone-warning)">{t("dryRun.unreadable", { count: unreadable })}</p> : null}
      {isNoneLeft && !isWarned ? <Notice status="danger" title={t(isAboutKeys ? "dryRun.onlyKey" : "dryRun.noneLeft")} /> : null}
      {isNewestLost && !isNoneLeft && !isWarned ? <Notice status="danger" title={t("dryRun.newestLost")} /> : null}
      <Changing scope={scope} items={result.items} more={lost + gained - result.items.length} />
    </section>
  );
}

/** Those that would not verify, and when they came. */
function Others({ result: { others, validAfter, firstValidAt } }: { result: EndpointDryRun }) {
  const t = useTranslations("endpoints");
  if (others === null || validAfter === 0) return null;
  const { count, firstAt, lastAt, isOlder } = others;
  const first = () => <Timestamp at={firstAt} precision="row" />;
  const last = () => <Timestamp at={lastAt} precision="row" />;
  if (isOlder && firstValidAt !== null) {
    return t.rich("dryRun.before", { count, at: () => <Timestamp at={firstValidAt} precision="row" /> });
  }
  return firstAt === lastAt ? t.rich("dryRun.at", { count, at: last }) : t.rich("dryRun.between", { count, first, last });
}

function Changing({ scope, items, more }: { scope: Scope; items: EndpointDryRun["items"]; more: number }) {
  const t = useTranslations("endpoints");
  if (items.length === 0) return null;
  return (
    <Disclosure title={t("dryRun.list")} count={items.length + more}>
      <ul aria-label={t("dryRun.list")} className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {items.map(({ id, orderId, method, receivedAt, after }) => (
          <li key={id} className="wrap-anywhere">
            {t.rich("dryRun.item", {
              order: orderId ?? method ?? "–",
              verdict: after,
              link: (text) => (
                <Link
                  className="text-accent underline underline-offset-2"
                  href={`/${scope.environment}/${scope.merchant}/notifications/${id}`}
                >
                  {text}
                </Link>
              ),
              at: () => <Timestamp at={receivedAt} precision="row" />,
            })}
          </li>
        ))}
        {more > 0 ? <li className="text-muted">{t("dryRun.more", { count: more })}</li> : null}
      </ul>
    </Disclosure>
  );
}
