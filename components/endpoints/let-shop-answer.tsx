"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Forwarding } from "#lib/contract/forward.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  shadow: NonNullable<Forwarding["shadow"]>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Says once more what the shop would have decided so far; then it decides. */
export function LetShopAnswer({ scope, endpoint, shadow, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const { mutate, isPending, error } = useEndpointChange(scope, endpoint.id, () => onOpenChange(false));
  const change = { forwarding: { mode: "shop_answers" as const, url: endpoint.forwarding.url ?? "" } };
  return (
    <ConfirmDialog
      title={t("forwarding.shadow.dialog")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="sm:max-w-md"
      warning={t("forwarding.modes.shop_answers.about")}
      failedTitle={t("forwarding.form.failed")}
      error={error}
      submitLabel={t("forwarding.shadow.switch")}
      onSubmit={() => mutate(change)}
      isPending={isPending}
      isDanger
    >
      <p>
        {t.rich("forwarding.shadow.result", {
          asked: shadow.asked,
          reversed: shadow.wouldReverse,
          at: () => <Timestamp at={shadow.since} precision="row" />,
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
    </ConfirmDialog>
  );
}
