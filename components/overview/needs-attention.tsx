"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Attention } from "#lib/contract/overview.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { type AttentionTarget, targetOf } from "./attention-target.ts";
import type { OverviewLinks } from "./overview-links.ts";

const shownMax = 5;
type Kind = Attention["kind"];

/** Where money or a payment may be lost; the others only delay what is shown. */
const severe: ReadonlySet<Kind> = new Set([
  "no_certificate",
  "sign_in_failed",
  "genuine_refused",
  "payments_unknown",
  "not_verified",
  "never_notified",
]);

type Props = { scope: Scope; group: string | null; items: readonly Attention[]; links: OverviewLinks };

/** What needs a person, the most costly first, each with the button that leads to it. */
export function NeedsAttention({ scope, group, items, links }: Props) {
  const t = useTranslations("overview.attention");
  const format = useFormatter();
  const { data: me } = useQuery(whoAmIQuery());
  const isAdmin = me?.staff.role === "admin";
  const ofNothing = items.length === 0;
  return (
    <section
      aria-label={t("title")}
      className="mb-3 flex min-h-10 flex-wrap items-center gap-x-6 rounded-lg border border-border bg-surface px-4 lg:flex-nowrap print:hidden"
    >
      {ofNothing ? (
        <>
          <StatusMark tone="success">{t("clear")}</StatusMark>
          <span className="text-muted">{t("clearText")}</span>
        </>
      ) : (
        <>
          <h2 className="shrink-0 py-1 text-section">
            {t("title")} <span className="text-muted">{format.number(items.length)}</span>
          </h2>
          <ul className={`grid min-w-0 flex-1 gap-x-6 py-1 max-sm:basis-full ${items.length > 1 ? "xl:grid-cols-2" : ""}`}>
            {items.slice(0, shownMax).map((item) => (
              <AttentionItem key={item.kind} item={item} target={targetOf(item, { scope, group, links, isAdmin })} />
            ))}
            {items.length > shownMax ? (
              <li className="flex min-h-8 items-center">
                <Link
                  href={`/${scope.environment}/alerts${toQueryString({ merchant: scope.merchant, group })}`}
                  className="text-accent text-table underline underline-offset-2"
                >
                  {t("moreIssues", { count: items.length - shownMax })}
                </Link>
              </li>
            ) : null}
          </ul>
        </>
      )}
    </section>
  );
}

function AttentionItem({ item: { kind, count, merchants }, target }: { item: Attention; target: AttentionTarget }) {
  const t = useTranslations("overview.attention");
  const format = useFormatter();
  const more = count - merchants.length;
  const names = [...merchants.map(({ name }) => name), ...(more > 0 ? [t("more", { count: more })] : [])];
  const text = t(`kinds.${kind}`, { count, names: format.list(names) });
  const tone: Tone = severe.has(kind) ? "danger" : "warning";
  return (
    <li className="flex min-h-8 min-w-0 items-center gap-x-3 max-sm:flex-wrap max-sm:py-1">
      <StatusMark tone={tone} isWordHidden>
        {t(`tones.${tone}`)}
      </StatusMark>
      <span title={text} className="min-w-0 flex-1 text-table max-sm:basis-[calc(100%-2rem)] max-sm:py-1 sm:line-clamp-2">
        {text}
      </span>
      <Link href={target.href} className="button button--secondary button--sm h-7 shrink-0 max-sm:ml-7">
        {t(`actions.${target.action}`)}
      </Link>
    </li>
  );
}
