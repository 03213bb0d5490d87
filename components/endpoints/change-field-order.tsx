"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
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
  const [isOpen, setOpen] = useState(false);
  const isUsual = order.join() === orders.usual.join();
  return (
    <>
      <Button size="sm" variant="secondary" className="self-start" onPress={() => setOpen(true)}>
        {t(isUsual ? "fieldOrder.openUsual" : "fieldOrder.open")}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <FieldOrderDialog
          {...place}
          inForce={orders.inForce}
          order={order}
          methods={methods}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      </LazyDialog>
    </>
  );
}
