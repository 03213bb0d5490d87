"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { Phone } from "#components/ui/icons.tsx";
import { toast } from "#components/ui/toast.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { beginCall, saveCall } from "./call-store.ts";
import { usePhoneCall } from "./use-phone-call.ts";

const EndCallDialog = dynamic(() => import("./end-call-dialog.tsx").then((module) => module.EndCallDialog), { ssr: false });

/** Begins a phone call; while one goes on it says so, with how many records were opened, and ends it. */
export function PhoneCallButton() {
  const t = useTranslations("phoneCall");
  const { data: me } = useQuery(whoAmIQuery());
  const call = usePhoneCall();
  const [isOpen, setOpen] = useState(false);
  const mayBegin = me !== undefined && me.staff.role !== "viewer" && !me.isPresenting;
  function press() {
    if (call) return setOpen(true);
    if (!me || !mayBegin) return;
    saveCall(beginCall(me.staff.id, new Date().toISOString()));
    toast.success(t("begun"));
  }
  useShortcut("phoneCall", press);
  if (call) {
    return (
      <>
        <Button size="sm" className="shrink-0 bg-(--tone-warning)/15 text-foreground max-sm:px-2" onPress={press}>
          <Phone aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{t("going")}</span>
          <span className="tabular-nums" role="status">
            {t("records", { count: call.records.length })}
          </span>
        </Button>
        <EndCallDialog call={call} isOpen={isOpen} onOpenChange={setOpen} />
      </>
    );
  }
  if (!mayBegin) return null;
  return (
    <IconButton label={t("begin")} shortcut="phoneCall" className="max-sm:hidden" onPress={press}>
      <Phone aria-hidden="true" />
    </IconButton>
  );
}
