"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "#lib/queries/api-error.ts";
import { type BundleSubject, fetchSupportBundle } from "#lib/queries/bundle.ts";
import { saveFile } from "#lib/queries/download.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ClipboardList } from "../ui/icons.tsx";
import { toast } from "../ui/toast.ts";

type Act = "copy" | "markdown" | "json";

/** Copies or downloads the redacted support bundle. */
export function SupportBundleMenu({ scope, subject }: { scope: Scope; subject: BundleSubject }) {
  const t = useTranslations("supportBundle");
  const mutation = useMutation({
    meta: {
      toFailureText: (reason, error) => t("failed", { problem: error instanceof ApiError ? reason : t("notCopied") }),
    },
    mutationFn: async (action: Act) => {
      const file = await fetchSupportBundle(scope, subject, action === "json" ? "json" : "md");
      if (action !== "copy") return saveFile(file);
      await navigator.clipboard.writeText(file.text);
    },
    onSuccess: (_, action) => void toast.success(t(action === "copy" ? "copied" : "saved")),
  });
  return (
    <Dropdown>
      <Button size="sm" variant="secondary" isPending={mutation.isPending}>
        <ClipboardList aria-hidden="true" className="size-4" />
        {t("name")}
      </Button>
      <Dropdown.Popover placement="bottom end" className="min-w-56">
        <p className="px-3 pt-2 text-muted text-xs">{t("note")}</p>
        <Dropdown.Menu aria-label={t("name")} onAction={(key) => mutation.mutate(key as Act)}>
          {(["copy", "markdown", "json"] as const).map((action) => (
            <Dropdown.Item key={action} id={action} textValue={t(`acts.${action}`)}>
              <Label>{t(`acts.${action}`)}</Label>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
