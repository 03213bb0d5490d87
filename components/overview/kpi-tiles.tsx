"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { MerchantState } from "#lib/contract/merchant.ts";
import type { Overview } from "#lib/contract/overview.ts";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { delayBounds } from "#lib/core/payment-method.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { useMerchant } from "../merchants/use-merchant.ts";
import { boardHref, WorstNames } from "../sync-line.tsx";
import { Money } from "../ui/money.tsx";
import { ChangeMark } from "./change-mark.tsx";
import type { OverviewLinks } from "./overview-links.ts";
import { delayWithin, sumPayments } from "./sums.ts";
import { Tile } from "./tile.tsx";

type Props = { scope: Scope; overview: Overview; currency: Overview["currencies"][number] | undefined; links: OverviewLinks };

const asPercent = { style: "percent", maximumFractionDigits: 0 } as const;

/** The period's key figures with the previous period's, each linking to its list. */
export function KpiTiles({ scope, overview, currency, links }: Props) {
  const t = useTranslations("overview");
  const ofNotification = useTranslations("notifications");
  const format = useFormatter();
  const { now, before } = overview.notifications;
  const half = delayWithin(overview.delays, 0.5);
  const delayBound = delayWithin(overview.delays, 0.95);
  const payments = sumPayments(overview.payments);
  return (
    <section aria-label={t("atAGlance")} className="grid grid-cols-2 gap-3 pb-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-8">
      {currency ? <MoneyTiles currency={currency} links={links} /> : null}
      <Tile
        label={t("tiles.genuine")}
        value={format.number(now.valid)}
        note={<ChangeMark now={now.valid} before={before.valid} />}
        href={links.notifications({ verdict: "valid" })}
      />
      <Tile
        label={t("tiles.refused")}
        value={`${format.number(now.invalid)} · ${format.number(now.not_checkable)}`}
        note={<ChangeMark now={now.invalid + now.not_checkable} before={before.invalid + before.not_checkable} />}
        href={links.notifications({ verdict: now.not_checkable > 0 && now.invalid === 0 ? "not_checkable" : "invalid" })}
      />
      <Tile
        label={t("tiles.success")}
        value={payments.ended === 0 ? "–" : format.number(payments.succeeded / payments.ended, asPercent)}
        note={payments.ended === 0 ? t("tiles.noPayments") : t("tiles.ofEnded", { count: payments.ended })}
        href={links.payments({ kind: "payment", status: payments.ended === 0 ? null : "success" })}
      />
      <Tile
        label={t("delays.title")}
        value={half === undefined ? "–" : ofNotification(`delays.${half}`)}
        note={
          delayBound === undefined ? t("delays.none") : t("tiles.most", { delay: ofNotification(`delaysInText.${delayBound}`) })
        }
        href={links.notifications({ delay: delayBounds.findLast((bound) => overview.delays[bound] > 0) ?? null })}
      />
      {overview.sync ? <AttentionTile scope={scope} sync={overview.sync} /> : <ConnectionsTile scope={scope} />}
    </section>
  );
}

function MoneyTiles({
  currency: { currency, now, before },
  links,
}: {
  currency: NonNullable<Props["currency"]>;
  links: OverviewLinks;
}) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  return (
    <>
      <Tile
        label={t("moneyIn")}
        value={<Money amountMinor={now.creditMinor} currency={currency} />}
        note={<ChangeMark now={now.creditMinor} before={before.creditMinor} />}
        href={links.transactions({ currency, sign: "credit" })}
      />
      <Tile
        label={t("moneyOut")}
        value={<Money amountMinor={now.debitMinor} currency={currency} />}
        note={<ChangeMark now={now.debitMinor} before={before.debitMinor} />}
        href={links.transactions({ currency, sign: "debit" })}
      />
      <Tile
        label={t("transactions")}
        value={format.number(now.count)}
        note={<ChangeMark now={now.count} before={before.count} />}
        href={links.transactions({ currency })}
      />
    </>
  );
}

/** For many merchants: the number of them whose ledger cannot be read. */
function AttentionTile({ scope, sync }: { scope: Scope; sync: SyncSummary }) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  return (
    <Tile
      label={t("needPerson")}
      value={format.number(sync.attention)}
      note={
        sync.attention > 0 ? (
          <span className="font-medium text-(--tone-danger)">
            <WorstNames sync={sync} />
          </span>
        ) : (
          t("allWell")
        )
      }
      href={boardHref(scope.environment, "attention")}
    />
  );
}

const needsPerson: ReadonlySet<MerchantState> = new Set(["refused", "no_certificate", "sync_failed"]);

function ConnectionsTile({ scope }: { scope: Scope }) {
  const t = useTranslations("overview.tiles");
  const format = useFormatter();
  const { data: few = [] } = useQuery(merchantsQuery(scope.environment));
  const only = useMerchant(scope.environment, scope.merchant ?? undefined);
  const shown = scope.merchant === null ? few : only ? [only] : [];
  const troubled = shown.filter(({ state }) => needsPerson.has(state));
  const [first] = troubled;
  const place = first ?? { slug: scope.merchant, state: "ready" };
  const page = place.state === "no_certificate" ? "endpoints" : "connection";
  const href = place.slug === null ? undefined : `/${scope.environment}/${place.slug}/${page}`;
  return (
    <Tile
      label={t("needPerson")}
      value={format.number(troubled.length)}
      note={
        first ? (
          <span className="font-medium text-(--tone-danger)">
            {format.list(
              troubled.map(({ name }) => name),
              { type: "unit" },
            )}
          </span>
        ) : (
          t("allWell")
        )
      }
      {...(href === undefined ? {} : { href })}
    />
  );
}
