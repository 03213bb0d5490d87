"use client";

import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { type OrderFile, recallCheck, rememberCheck } from "./check-memory.ts";
import { OrderCheckForm } from "./order-check-form.tsx";
import { OrderSource } from "./order-source.tsx";

/**
 * Compares a shop's orders with notifications and ledger: merchant, file, columns, then a row for each difference. Back from one of
 * these shows the check as it was.
 */
export function OrderCheckScreen({ environment }: { environment: string }) {
  const t = useTranslations("orderCheck");
  const [merchant, setMerchant] = useQueryState("merchant", parseAsString);
  const [before] = useState(() => recallCheck({ environment, merchant }));
  const [source, setSource] = useState<OrderFile | undefined>(before?.source);
  const remove = () => {
    rememberCheck({ environment, merchant }, undefined);
    setSource(undefined);
  };
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
          onRead={(lines, name) => setSource((last) => ({ id: (last?.id ?? 0) + 1, name, lines }))}
          onRemove={remove}
        />
      </div>
      {source ? (
        <OrderCheckForm
          key={source.id}
          {...{ environment, merchant, source }}
          before={before?.source === source ? before : undefined}
        />
      ) : null}
    </div>
  );
}
