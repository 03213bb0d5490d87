"use client";

import { useTranslations } from "next-intl";
import { Fragment, useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import {
  type CheckedRow,
  describeRow,
  type LookupItem,
  type LookupState,
  merchantsOf,
  stateOf,
  toShownAmount,
} from "./shown-row.ts";

const tones: Record<LookupState, Tone> = { found: "success", not_found: "neutral", not_checked: "warning" };

/** A row for each reference, also before it was looked up; only rows in view are rendered. */
export function LookupTable({ items }: { items: readonly LookupItem[] }) {
  const t = useTranslations("lookups.table");
  const say = useSay();
  const mention = useTranslations("notifications.mentions");
  const columns = useMemo(() => toColumns({ t, say, mention }), [t, say, mention]);
  return (
    <DataTable
      label={t("label")}
      columns={columns}
      rows={items}
      keyOf={({ reference }) => reference}
      hrefOf={({ row }) => row?.href}
      copyOf={({ reference }) => reference}
    />
  );
}

type Speech = { t: Words<"lookups.table">; say: Say; mention: Words<"notifications.mentions"> };

function toColumns({ t, say, mention }: Speech): Column<LookupItem>[] {
  const what = ({ row }: LookupItem) => {
    if (!row?.several) return row ? say(describeRow(row)) : "";
    const { payments, isCut } = row.several;
    return t(isCut ? "severalOrMore" : "several", { count: payments.length });
  };
  return [
    {
      key: "reference",
      label: t("reference"),
      minPx: 180,
      narrow: "title",
      className: "reference text-accent",
      isLink: true,
      cell: ({ reference, row }) => (row?.verdict === "found" ? reference : <span className="text-foreground">{reference}</span>),
    },
    { key: "verdict", label: t("verdict"), minPx: 190, narrow: "note", cell: ({ row }) => <Verdict row={row} /> },
    {
      key: "merchant",
      label: t("merchant"),
      minPx: 130,
      narrow: "aside",
      cell: ({ row }) => <Merchants row={row} />,
    },
    {
      key: "what",
      label: t("what"),
      minPx: 180,
      dropOrder: 1,
      cell: (item) => {
        const [first] = item.row?.mentions ?? [];
        return (
          <>
            {what(item) === "" && first ? null : <span title={what(item)}>{what(item) || "–"}</span>}
            {what(item) !== "" && first ? " · " : null}
            {first ? (
              <a href={first.href} className="text-(--tone-warning) underline underline-offset-2">
                {mention(first.verification)}
              </a>
            ) : null}
          </>
        );
      },
    },
    {
      key: "amount",
      label: t("amount"),
      minPx: 130,
      isEnd: true,
      narrow: "value",
      cell: ({ row }) => <Amount row={row} />,
    },
  ];
}

/** Of a number that several payments have, the merchants of all of them. */
function Merchants({ row }: Pick<LookupItem, "row">) {
  const slugs = row?.several ? merchantsOf(row.several) : row?.merchant ? [row.merchant] : [];
  if (slugs.length === 0) return "–";
  return slugs.map((slug, index) => (
    <Fragment key={slug}>
      {index > 0 ? ", " : null}
      <MerchantName slug={slug} />
    </Fragment>
  ));
}

function Verdict({ row }: { row: CheckedRow | undefined }) {
  const t = useTranslations("lookups.verdicts");
  if (!row) return <span className="text-muted">{t("notYet")}</span>;
  const state = stateOf(row);
  // Merchants over the limit are not unavailable.
  const isUnavailable = state === "not_checked" && row.notChecked > 0 && row.error?.code !== "not_checked";
  const text = isUnavailable ? t("unavailable", { count: row.notChecked }) : t(state);
  return <StatusMark tone={tones[state]}>{text}</StatusMark>;
}

function Amount({ row }: Pick<LookupItem, "row">) {
  const shown = row && toShownAmount(row);
  if (!shown || (shown.amountMinor === null && shown.amountText === "")) return "–";
  return shown.currency === "" ? shown.amountText : <Money {...shown} />;
}
