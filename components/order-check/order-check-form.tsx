"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { addDays } from "#lib/core/days.ts";
import type { Confirmed } from "#lib/core/shop-orders/order-file.ts";
import { type ReadOrder, readOrders } from "#lib/core/shop-orders/read-orders.ts";
import { recogniseColumns } from "#lib/core/shop-orders/recognise-columns.ts";
import { type OrderFile, type RememberedCheck, rememberCheck } from "./check-memory.ts";
import { CheckProgress } from "./check-progress.tsx";
import { ColumnChoices } from "./column-choices.tsx";
import { missingOf } from "./missing-choices.ts";
import { OrderCheckResults } from "./order-check-results.tsx";
import { ReadPreview } from "./read-preview.tsx";
import type { Shown } from "./shown-order.ts";
import { useOrderCheck } from "./use-order-check.ts";

type Props = { environment: string; merchant: string | null; source: OrderFile; before: RememberedCheck | undefined };

/** The recognised columns, which a person confirms or changes, what is read with them, and the check. */
export function OrderCheckForm({ environment, merchant, source, before }: Props) {
  const t = useTranslations("orderCheck");
  const { lines } = source;
  const [confirmed, setConfirmed] = useState<Confirmed>(() => before?.confirmed ?? { ...recogniseColumns(lines), currency: "" });
  const [isSubmitted, setSubmitted] = useState(false);
  const [tab, setTab] = useState<Shown>(before?.shown ?? "differences");
  const { run, start, stop } = useOrderCheck({ environment, merchant }, before?.run);
  useEffect(
    () => rememberCheck({ environment, merchant }, { source, confirmed, run, shown: tab }),
    [environment, merchant, source, confirmed, run, tab],
  );
  // A shop's day may be ahead of ours.
  const lastDay = useMemo(() => addDays(new Date().toISOString().slice(0, 10), 1), []);
  const shown = useDeferredValue(confirmed);
  const missing = missingOf(shown);
  const read = useMemo(
    () => (missing.length > 0 ? undefined : readOrders(lines, shown, lastDay)),
    [lines, shown, lastDay, missing.length],
  );
  const isReady = read !== undefined && read.orders.length > 0 && merchant !== null;
  function change(to: Confirmed) {
    stop();
    setConfirmed(to);
  }
  function check(orders: readonly ReadOrder[]) {
    setTab("differences");
    void start(orders);
  }
  if (run.state !== "idle" && read) {
    return (
      <>
        <CheckProgress run={run} total={read.orders.length} onStop={stop} />
        <ErrorNotice title={t("failed")} error={run.error} onRetry={() => check(read.orders)} />
        {run.state === "running" ? null : (
          <Button size="sm" variant="secondary" className="self-start" onPress={stop}>
            {t("back")}
          </Button>
        )}
        {merchant !== null && run.state === "done" ? (
          <OrderCheckResults scope={{ environment, merchant }} orders={read.orders} run={run} shown={tab} onShow={setTab} />
        ) : null}
      </>
    );
  }
  return (
    <Form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={() => {
        setSubmitted(true);
        if (isReady) check(read.orders);
      }}
    >
      <ColumnChoices lines={lines} value={confirmed} onChange={change} missing={isSubmitted ? missing : []} />
      {read ? <ReadPreview read={read} /> : <p className="text-muted">{t("mapping.choose")}</p>}
      {isSubmitted && merchant === null ? (
        <p role="alert" className="text-(--tone-danger)">
          {t("merchantMissing")}
        </p>
      ) : null}
      <Button type="submit" className="self-start">
        {read && read.problemCount > 0
          ? t("checkOthers", { count: read.orders.length, left: read.problemCount })
          : t("check", { count: read?.orders.length ?? 0 })}
      </Button>
    </Form>
  );
}
