"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Money } from "#components/money.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { delayBounds } from "#lib/core/paid-with.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { ChangeMark } from "./change-mark.tsx";
import { delayWithin } from "./delay-within.ts";
import type { OverviewLinks } from "./overview-links.ts";
import { overviewWords as words } from "./overview-words.ts";
import { sumPayments } from "./sum-payments.ts";
import { Tile } from "./tile.tsx";

type Props = { scope: Scope; overview: Overview; currency: Overview["currencies"][number] | undefined; links: OverviewLinks };

const number = new Intl.NumberFormat("en-GB");

/** The period's numbers at a glance, each beside the one before and leading to its list. */
export function Glance({ scope, overview, currency, links }: Props) {
  const ofNotification = useTranslations("notifications");
  const { now, before } = overview.notifications;
  const half = delayWithin(overview.delays, 0.5);
  const most = delayWithin(overview.delays, 0.95);
  const payments = sumPayments(overview.payments);
  return (
    <section aria-label={words.atAGlance} className="grid grid-cols-2 gap-3 pb-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-8">
      {currency ? <MoneyTiles currency={currency} links={links} /> : null}
      <Tile
        label={`${words.notifications}: ${words.genuine.toLowerCase()}`}
        value={number.format(now.valid)}
        note={<ChangeMark now={now.valid} before={before.valid} />}
        href={links.notifications({ verdict: "valid" })}
      />
      <Tile
        label={`${words.refused} · ${words.notCheckable.toLowerCase()}`}
        value={`${number.format(now.invalid)} · ${number.format(now.not_checkable)}`}
        note={<ChangeMark now={now.invalid + now.not_checkable} before={before.invalid + before.not_checkable} />}
        href={links.notifications({ verdict: now.not_checkable > 0 && now.invalid === 0 ? "not_checkable" : "invalid" })}
      />
      <Tile
        label={words.success}
        value={payments.ended === 0 ? "–" : `${Math.round((payments.succeeded / payments.ended) * 100)}%`}
        note={payments.ended === 0 ? words.noPayments : words.ofEnded(payments.ended)}
        href={links.payments({ kind: "payment", status: payments.ended === 0 ? null : "success" })}
      />
      <Tile
        label={words.delays}
        value={half === undefined ? "–" : ofNotification(`delays.${half}`)}
        note={most === undefined ? words.noDelays : words.most(ofNotification(`delaysInText.${most}`))}
        href={links.notifications({ delay: delayBounds.findLast((bound) => overview.delays[bound] > 0) ?? null })}
      />
      <ConnectionsTile scope={scope} />
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
  return (
    <>
      <Tile
        label={words.moneyIn}
        value={<Money amountMinor={now.creditMinor} currency={currency} />}
        note={<ChangeMark now={now.creditMinor} before={before.creditMinor} />}
        href={links.transactions({ currency, sign: "credit" })}
      />
      <Tile
        label={words.moneyOut}
        value={<Money amountMinor={now.debitMinor} currency={currency} />}
        note={<ChangeMark now={now.debitMinor} before={before.debitMinor} />}
        href={links.transactions({ currency, sign: "debit" })}
      />
      <Tile
        label={words.transactions}
        value={number.format(now.count)}
        note={<ChangeMark now={now.count} before={before.count} />}
        href={links.transactions({ currency })}
      />
    </>
  );
}

function ConnectionsTile({ scope }: { scope: Scope }) {
  const { data = [] } = useQuery(merchantsQuery(scope.environment));
  const troubled = data.filter(
    ({ slug, status }) => status === "refused" && (scope.merchant === null || scope.merchant === slug),
  );
  const [first] = troubled;
  const place = first ?? { slug: scope.merchant };
  const href = place.slug === null ? undefined : `/${scope.environment}/${place.slug}/connection`;
  return (
    <Tile
      label={words.needPerson}
      value={number.format(troubled.length)}
      note={
        first ? (
          <span className="font-medium text-(--tone-danger)">{troubled.map(({ name }) => name).join(", ")}</span>
        ) : (
          words.allWell
        )
      }
      {...(href === undefined ? {} : { href })}
    />
  );
}
