"use client";

import { Button, Label, TextField } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";

type Props = { action: string; isPending: boolean; onSubmit: (reason: string) => void };

/** Asks for the reason to reveal masked data; the reason is written to the audit log. */
export function ReasonForm({ action, isPending, onSubmit }: Props) {
  const t = useTranslations("notifications");
  const [reason, setReason] = useState("");
  const isGiven = reason.trim().length >= 3;
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => {
        if (isGiven) onSubmit(reason.trim());
      }}
    >
      <TextField className="w-64 max-w-full" value={reason} onChange={setReason}>
        <Label>{t("reasonToSee")}</Label>
        <Input maxLength={200} />
      </TextField>
      <Button type="submit" size="sm" variant="secondary" isDisabled={!isGiven} isPending={isPending}>
        {action}
      </Button>
    </Form>
  );
}
