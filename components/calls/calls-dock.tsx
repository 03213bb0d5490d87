"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Activity } from "#components/ui/icons.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";

const CallsDrawer = dynamic(() => import("./calls-drawer.tsx").then((module) => module.CallsDrawer), { ssr: false });

/** Recent gateway calls, for a support call with the gateway's staff. */
export function CallsDock() {
  const t = useTranslations("calls");
  const { data: me } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  if (me === undefined || me.staff.role === "viewer") return null;
  return (
    <>
      <IconButton label={t("title")} onPress={() => setOpen(true)}>
        <Activity aria-hidden="true" />
      </IconButton>
      <LazyDialog isOpen={isOpen}>
        <CallsDrawer isOpen={isOpen} onOpenChange={setOpen} />
      </LazyDialog>
    </>
  );
}
