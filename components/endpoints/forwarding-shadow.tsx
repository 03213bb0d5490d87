"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Forwarding } from "#lib/contract/forward.ts";
import type { Scope } from "#lib/queries/keys.ts";

const LetShopAnswer = dynamic(() => import("./let-shop-answer.tsx").then((module) => module.LetShopAnswer), { ssr: false });

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  shadow: NonNullable<Forwarding["shadow"]>;
  isAdmin: boolean;
  /** Shows exactly those that the shop would have had reversed. */
  onShow: () => void;
};

/** What the shop would have decided, and the way to let it decide. */
export function ForwardingShadow({ scope, endpoint, shadow, isAdmin, onShow }: Props) {
  const t = useTranslations("endpoints");
  const [isOpen, setOpen] = useState(false);
  const { since, asked, wouldReverse } = shadow;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p>
        {t.rich("forwarding.shadow.result", {
          asked,
          reversed: wouldReverse,
          at: () => <Timestamp at={since} precision="row" />,
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      {wouldReverse > 0 ? (
        <Button size="sm" variant="secondary" onPress={onShow}>
          {t("forwarding.shadow.show")}
        </Button>
      ) : null}
      {isAdmin ? (
        <Button size="sm" variant="secondary" onPress={() => setOpen(true)}>
          {t("forwarding.shadow.switch")}
        </Button>
      ) : null}
      <LazyDialog isOpen={isOpen}>
        <LetShopAnswer scope={scope} endpoint={endpoint} shadow={shadow} isOpen={isOpen} onOpenChange={setOpen} />
      </LazyDialog>
    </div>
  );
}
