"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { mirrorQuery, requestRun } from "#lib/queries/mirror.ts";

/** Asks for a stretch of days to be read, or to be compared with the gateway and put right. */
export function RunForm({ scope }: { scope: Scope }) {
  const t = useTranslations("mirror.form");
  const say = useSentence();
  const [from, setFrom] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (kind: "backfill" | "check") => requestRun(scope, { kind, from: from.trim() }),
    retry: false,
    onSuccess: () => client.invalidateQueries({ queryKey: mirrorQuery(scope).queryKey }),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  const problem = fields.find(({ field }) => field === "from")?.message;
  return (
    <Form className="flex flex-wrap items-start gap-3" onSubmit={() => mutation.mutate("backfill")}>
      <div className="w-48">
        <TextInput
          label={t("from")}
          hint={t("hint")}
          value={from}
          onChange={setFrom}
          problem={problem && say(problem)}
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
        onPress={() => mutation.mutate("check")}
      >
        {t("check")}
      </Button>
      {mutation.isError && fields.length === 0 ? <ErrorNotice title={t("failed")} error={mutation.error} /> : null}
    </Form>
  );
}
