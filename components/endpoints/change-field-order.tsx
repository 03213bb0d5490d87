"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { FieldOrders } from "#lib/contract/field-order.ts";
import type { Scope } from "#lib/queries/keys.ts";

const FieldOrderDialog = dynamic(() => import("./field-order-dialog.tsx").then((module) => module.FieldOrderDialog), {
  ssr: false,
});

type Props = { scope: Scope; endpoint: Endpoint; orders: FieldOrders; order: readonly string[]; methods: readonly string[] };

/** Opens the dialog that changes the field order. */
export function ChangeFieldOrder({ orders, order, methods, ...place }: Props) {
  const t = useTranslations("endpoints");
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>();
  const isUsual = order.join() === orders.usual.join();
  return (
    <>
      <Button size="sm" variant="secondary" className="self-start" onPress={() => setOpen(true)}>
        {t(isUsual ? "fieldOrder.openUsual" : "fieldOrder.open")}
      </Button>
      {isOpen === undefined ? null : (
        <FieldOrderDialog
          {...place}
          inForce={orders.inForce}
          order={order}
          methods={methods}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
