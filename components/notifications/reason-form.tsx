"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { reasonMin } from "#lib/contract/notification-marks.ts";

type Props = { action: string; isPending: boolean; onSubmit: (reason: string) => void };

/** Asks for the reason to reveal masked data; the reason is written to the audit log. */
export function ReasonForm({ action, isPending, onSubmit }: Props) {
  const t = useTranslations("notifications");
  const [reason, setReason] = useState("");
  const isGiven = reason.trim().length >= reasonMin;
  const { problemOf, check } = useFieldErrors(null, ["reason"], {
    reason: !isGiven && t("reasonTooShort", { count: reasonMin }),
  });
  return (
    <Form className="flex flex-wrap items-start gap-2" noValidate onSubmit={() => check() && onSubmit(reason.trim())}>
      <div className="w-64 max-w-full">
        <TextInput label={t("reasonToSee")} value={reason} onChange={setReason} maxLength={200} problem={problemOf("reason")} />
      </div>
      <Button type="submit" size="sm" variant="secondary" className="mt-6" isPending={isPending}>
        {action}
      </Button>
    </Form>
  );
}
