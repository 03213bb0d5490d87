"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { mirrorQuery, requestRun } from "#lib/queries/mirror.ts";

/** Asks for a stretch of days to be read, or to be compared with the gateway and put right. */
export function RunForm({ scope }: { scope: Scope }) {
  const [from, setFrom] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (kind: "backfill" | "check") => requestRun(scope, { kind, from: from.trim() }),
    retry: false,
    onSuccess: () => client.invalidateQueries({ queryKey: mirrorQuery(scope).queryKey }),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate("backfill");
      }}
    >
      <div className="w-48">
        <TextInput
          label="From day"
          hint="YYYY-MM-DD, up to today"
          value={from}
          onChange={setFrom}
          problem={fields.find(({ field }) => field === "from")?.message}
          maxLength={10}
        />
      </div>
      <Button type="submit" className="sm:mt-7" isPending={mutation.isPending && mutation.variables === "backfill"}>
        Read into the mirror
      </Button>
      <Button
        variant="secondary"
        className="sm:mt-7"
        isPending={mutation.isPending && mutation.variables === "check"}
        onPress={() => mutation.mutate("check")}
      >
        Compare and put right
      </Button>
      {mutation.isError && fields.length === 0 ? <ErrorNotice title="This was not begun" error={mutation.error} /> : null}
    </form>
  );
}
