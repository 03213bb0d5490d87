"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";

const StrictLayoutDialog = dynamic(() => import("./strict-layout-dialog.tsx").then((module) => module.StrictLayoutDialog), {
  ssr: false,
});

/** Whether the first names have to stand in their order; a dialog shows a dry run before the rule is switched. */
export function StrictLayout({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const t = useTranslations("endpoints");
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const ask = (isOn: boolean) => {
    setWanted(isOn);
    setOpen(true);
  };
  return (
    <>
      <SwitchField label={t("certificates.strictLayout")} isOn={endpoint.strictLayout} onChange={ask} />
      <LazyDialog isOpen={isOpen}>
        <StrictLayoutDialog scope={scope} endpointId={endpoint.id} strictLayout={wanted} isOpen={isOpen} onOpenChange={setOpen} />
      </LazyDialog>
    </>
  );
}
