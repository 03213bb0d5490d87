"use client";

import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { OrderCheckForm } from "./order-check-form.tsx";
import { OrderSource } from "./order-source.tsx";

/** Orders of a shop as they were read, with a number that changes with each file. */
type Source = { id: number; name: string | null; lines: readonly FileLine[] };

/** Compares a shop's orders with notifications and ledger: merchant, file, columns, then a row for each difference. */
export function OrderCheckScreen({ environment }: { environment: string }) {
  const t = useTranslations("orderCheck");
  const [merchant, setMerchant] = useQueryState("merchant", parseAsString);
  const [source, setSource] = useState<Source>();
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[14rem_1fr]">
        <MerchantChoice
          environment={environment}
          label={t("merchant")}
          value={merchant}
          onChange={(slug) => void setMerchant(slug)}
          className="w-full"
        />
        <OrderSource
          name={source?.name}
          onRead={(lines, name) => setSource((before) => ({ id: (before?.id ?? 0) + 1, name, lines }))}
          onRemove={() => setSource(undefined)}
        />
      </div>
      {source ? <OrderCheckForm key={source.id} environment={environment} merchant={merchant} lines={source.lines} /> : null}
    </div>
  );
}
