"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Loaded } from "#components/ui/loaded.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentPreview } from "#lib/contract/payment.ts";
import { paymentBodyQuery } from "#lib/queries/payments.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { MembersEditor } from "./members-editor.tsx";

type Props = {
  environment: string;
  preview: Pick<PaymentPreview, "builtBody" | "changed">;
  /** Called when the preview no longer matches what would be sent. */
  onSaved: () => void;
};

/** Changes to the request body in this environment and their author; administrators edit them here. */
export function ChangedMembers({ environment, preview: { builtBody, changed }, onSaved }: Props) {
  const t = useTranslations("payments");
  const { data: me } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  const mayChange = me?.staff.role === "admin" && !me.staff.isLimited;
  return (
    <div className="flex flex-col items-start gap-2">
      {changed ? (
        <p className="text-muted">
          {t.rich("members.changed", { person: changed.by, time: () => <Timestamp at={changed.at} /> })}
        </p>
      ) : null}
      {mayChange && !isOpen ? (
        <Button size="sm" variant="secondary" onPress={() => setOpen(true)}>
          {t("members.button")}
        </Button>
      ) : null}
      {mayChange && isOpen ? (
        <OpenEditor
          environment={environment}
          builtBody={builtBody}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            onSaved();
          }}
        />
      ) : null}
    </div>
  );
}

type OpenProps = { environment: string; builtBody: string; onClose: () => void; onSaved: () => void };

function OpenEditor({ environment, ...editor }: OpenProps) {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  // Read each time the editor opens: another administrator may have changed them since this page loaded.
  const query = useQuery({ ...paymentBodyQuery(environment), staleTime: 0, gcTime: 0 });
  return (
    <Loaded query={query} failedTitle={t("members.notRead")} loading={<p role="status">{common("loading")}</p>}>
      {({ patch }) => <MembersEditor environment={environment} current={patch} {...editor} />}
    </Loaded>
  );
}
