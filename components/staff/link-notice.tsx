"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { NewLink } from "#lib/contract/staff.ts";

/** A one-time link, shown once, for the administrator to pass on over a trusted channel. */
export function LinkNotice({ link, onDone }: { link: NewLink & { for: string }; onDone: () => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  return (
    <Notice
      status="accent"
      role="status"
      title={t("link.title", { email: link.for })}
      action={
        <Button size="sm" variant="secondary" onPress={onDone}>
          {common("done")}
        </Button>
      }
    >
      <span className="flex items-center gap-1">
        <code className="reference wrap-anywhere">{link.link}</code>
        <CopyButton text={link.link} label={t("link.name")} />
      </span>
      <span className="block">{t.rich("link.until", { at: () => <Timestamp at={link.expiresAt} precision="row" /> })}</span>
    </Notice>
  );
}
