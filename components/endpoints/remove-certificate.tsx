import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { EndpointCertificate } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = { scope: Scope; endpointId: string; certificate: EndpointCertificate };

/** Deletes a certificate that has ended, after a question that names it. */
export function RemoveCertificate({ scope, endpointId, certificate: { id, fingerprint } }: Props) {
  const t = useTranslations("endpoints.certificates");
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useEndpointChange(scope, endpointId, () => setOpen(false));
  const short = fingerprint.slice(0, 8);
  return (
    <ConfirmDialog
      title={t("removeSure", { short })}
      trigger={
        <Button size="sm" variant="ghost" aria-label={t("removeNamed", { short })}>
          {t("remove")}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      failedTitle={t("failed")}
      error={error}
      submitLabel={t("remove")}
      onSubmit={() => mutate({ removeCertificates: [id] })}
      isPending={isPending}
      isDanger
    >
      <p>{t("removeAbout")}</p>
    </ConfirmDialog>
  );
}
