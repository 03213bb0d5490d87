import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { ChangeTagsInput } from "#lib/contract/tag.ts";
import { toTagKey } from "#lib/contract/tag-name.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changeTags, refreshTags } from "#lib/queries/tags.ts";

/** The typed tag, the change that is sent, and its problem; `check` is false, and says so, where none is typed. */
export function useTagChange(environment: string, onDone?: () => void) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (change: ChangeTagsInput) => changeTags(environment, change),
    onSuccess: async () => {
      setText("");
      clear();
      onDone?.();
      await refreshTags(client, environment);
    },
  });
  const { error, isPending, mutate, reset } = mutation;
  const field = error && "fields" in error ? tagFieldOf(error.fields) : undefined;
  const { problemOf, otherError, check, clear } = useFieldErrors(error, [field ?? "add"], {
    [field ?? "add"]: toTagKey(text) === "",
  });
  return {
    text,
    setText: (next: string) => {
      setText(next);
      if (error) reset();
    },
    check,
    change: mutate,
    isPending,
    problem: problemOf(field ?? "add"),
    otherError,
  };
}

/** A problem of one tag is reported as that of the field `add.0`. */
function tagFieldOf(fields: unknown): string | undefined {
  return Array.isArray(fields) ? fields.map(({ field }) => String(field)).find((field) => field.startsWith("add")) : undefined;
}
