"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { Phone } from "#components/ui/icons.tsx";
import { useBeginCall } from "./use-begin-call.ts";
import { usePhoneCall } from "./use-phone-call.ts";

const EndCallDialog = dynamic(() => import("./end-call-dialog.tsx").then((module) => module.EndCallDialog), { ssr: false });

/**
 * Begins a phone call, on narrow screens from the account menu; while one goes on it says so, with how many records were opened, and
 * ends it.
 */
export function PhoneCallButton() {
  const t = useTranslations("phoneCall");
  const call = usePhoneCall();
  const begin = useBeginCall();
  const [isOpen, setOpen] = useState(false);
  const press = call ? () => setOpen(true) : begin;
  useShortcut("phoneCall", () => press?.());
  if (call) {
    return (
      <>
        <Button size="sm" className="shrink-0 bg-(--tone-warning)/15 text-foreground max-sm:px-2" onPress={() => setOpen(true)}>
          <Phone aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{t("going")}</span>
          <span className="tabular-nums" role="status">
            <span aria-hidden="true" className="sm:hidden">
              {call.records.length}
            </span>
            <span className="max-sm:sr-only">{t("records", { count: call.records.length })}</span>
          </span>
        </Button>
        <EndCallDialog call={call} isOpen={isOpen} onOpenChange={setOpen} />
      </>
    );
  }
  if (!begin) return null;
  return (
    <IconButton label={t("begin")} shortcut="phoneCall" className="max-sm:hidden" onPress={begin}>
      <Phone aria-hidden="true" />
    </IconButton>
  );
}
