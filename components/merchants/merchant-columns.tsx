import { type useFormatter, useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { withMinus } from "#components/ui/with-minus.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { MerchantRow } from "#lib/queries/merchants.ts";
import { PinButton } from "./pin-button.tsx";
import { RestoreButton } from "./restore-button.tsx";

type Format = ReturnType<typeof useFormatter>;

type Place = { environment: string; staffId: string | undefined; isAdmin: boolean };

export function merchantColumns(t: Words<"frame.merchants">, format: Format, place: Place): Column<MerchantRow>[] {
  return [
    { key: "name", label: t("list.name"), minPx: 170, narrow: "title", wraps: true, isLink: true, cell: ({ name }) => name },
    {
      key: "status",
      label: t("list.status"),
      minPx: 140,
      wraps: true,
      narrow: "aside",
      cell: ({ state }) => <MerchantStatus state={state} />,
    },
    { key: "group", label: t("list.group"), minPx: 104, wraps: true, dropOrder: 1, cell: ({ group }) => group ?? "–" },
    {
      key: "money",
      label: t("list.money"),
      minPx: 132,
      isEnd: true,
      narrow: "value",
      cell: ({ figures }) => {
        const [first, ...others] = figures?.money ?? [];
        if (!first) return "–";
        return (
          <span title={others.length > 0 ? t("list.currencies", { count: others.length }) : undefined}>
            <Money {...first} />
            {others.length > 0 ? <span className="text-muted"> +{others.length}</span> : null}
          </span>
        );
      },
    },
    { key: "change", label: t("list.change"), minPx: 84, isEnd: true, dropOrder: 2, cell: (row) => toChange(row, format) },
    {
      key: "notifications",
      label: t("list.notifications"),
      minPx: 116,
      isEnd: true,
      dropOrder: 1,
      cell: ({ figures }) => {
        const { received, valid } = figures?.notifications ?? { received: 0, valid: 0 };
        if (received === 0) return "–";
        const share = format.number(valid / received, { style: "percent", maximumFractionDigits: 1 });
        return <span title={t("list.ofReceived", { valid, received })}>{share}</span>;
      },
    },
    {
      key: "missing",
      label: t("list.missing"),
      minPx: 84,
      isEnd: true,
      dropOrder: 1,
      cell: ({ slug, figures, lastReadAt }) => (
        <Missing base={`/${place.environment}/${slug}`} figures={lastReadAt === null ? undefined : figures} />
      ),
    },
    {
      key: "synced",
      label: t("list.synced"),
      minPx: 104,
      narrow: "note",
      cell: ({ lastReadAt }) => (lastReadAt ? <Timestamp at={lastReadAt} precision="row" /> : "–"),
    },
    {
      key: "issues",
      label: t("list.issues"),
      minPx: 132,
      wraps: true,
      dropOrder: 3,
      cell: (row) => <Issues key={row.slug} row={row} {...place} />,
    },
    {
      key: "pin",
      label: t("list.pin"),
      minPx: 72,
      isFixed: true,
      className: "flex items-center",
      cell: (row) => <PinButton environment={place.environment} staffId={place.staffId} merchant={row} />,
    },
  ];
}

function isIssue(state: MerchantRow["state"]): state is keyof typeof mendedAt {
  return state in mendedAt;
}

/** What is wrong; for administrators, how an archived merchant comes back. */
function Issues({ row: { slug, name, state, archivedAt }, environment, isAdmin }: Place & { row: MerchantRow }) {
  if (archivedAt && isAdmin) return <RestoreButton scope={{ environment, merchant: slug }} name={name} />;
  return isIssue(state) ? <Issue base={`/${environment}/${slug}`} state={state} /> : "–";
}

const mendedAt = { refused: "connection", no_certificate: "endpoints", sync_failed: "connection" } as const;

/** What is wrong, as a link to the page where it is mended. */
function Issue({ base, state }: { base: string; state: keyof typeof mendedAt }) {
  const t = useTranslations("frame.merchants.issue");
  return (
    <Link className="underline underline-offset-2" href={`${base}/${mendedAt[state]}`}>
      {t(state)}
    </Link>
  );
}

/** Leads to the days that were counted. */
function Missing({ base, figures }: { base: string; figures: MerchantRow["figures"] }) {
  const t = useTranslations("frame.merchants.list");
  if (!figures || figures.missing === null) return "–";
  const { missing, from, to } = figures;
  if (missing === 0) return "0";
  return (
    <Link
      className="text-(--tone-warning) underline"
      href={`${base}/notifications/never-notified${toQueryString({ from, to })}`}
      title={t("missingOf", { count: missing })}
    >
      {missing}
    </Link>
  );
}

/** Money in of these seven days beside the seven before, in the most used currency. */
function toChange({ figures }: MerchantRow, format: Format): string {
  const [first] = figures?.money ?? [];
  if (!first || first.amountBeforeMinor === 0) return "–";
  const part = (first.amountMinor - first.amountBeforeMinor) / first.amountBeforeMinor;
  return withMinus(format.number(part, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }));
}
