"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Recovery codes, shown once. Each allows one sign-in without the authenticator app. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("account.recovery");
  return (
    <Notice status="warning" title={t("title")}>
      <ul className="grid grid-cols-1 gap-x-6 py-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="reference">
            {code}
          </li>
        ))}
      </ul>
      <span className="flex items-center gap-2">
        <CopyButton text={codes.join("\n")} label={t("codes")} />
        <Button size="sm" variant="secondary" onPress={onDone}>
          {t("kept")}
        </Button>
      </span>
    </Notice>
  );
}
