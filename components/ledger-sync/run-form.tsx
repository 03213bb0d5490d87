"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ledgerSyncQuery, requestRun } from "#lib/queries/ledger-sync.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Form } from "../ui/form.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { useFieldErrors } from "../ui/use-field-errors.ts";

/** Requests a range of days to be read, or to be compared with the gateway and corrected. */
export function RunForm({ scope }: { scope: Scope }) {
  const t = useTranslations("sync.form");
  const [from, setFrom] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (kind: "backfill" | "check") => requestRun(scope, { kind, from: from.trim() }),
    retry: false,
    onSuccess: () => client.invalidateQueries({ queryKey: ledgerSyncQuery(scope).queryKey }),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["from"], { from: from.trim() === "" });
  return (
    <Form className="flex flex-wrap items-start gap-3" onSubmit={() => check() && mutation.mutate("backfill")} noValidate>
      <div className="w-48">
        <TextInput
          label={t("from")}
          hint={t("hint")}
          value={from}
          onChange={setFrom}
          problem={problemOf("from")}
          maxLength={10}
        />
      </div>
      <Button type="submit" className="sm:mt-7" isPending={mutation.isPending && mutation.variables === "backfill"}>
        {t("backfill")}
      </Button>
      <Button
        variant="secondary"
        className="sm:mt-7"
        isPending={mutation.isPending && mutation.variables === "check"}
        onPress={() => check() && mutation.mutate("check")}
      >
        {t("check")}
      </Button>
      <ErrorNotice title={t("failed")} error={otherError} />
    </Form>
  );
}
