"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fittingTags } from "#components/tags/fitting-tags.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { SuggestInput } from "#components/ui/suggest-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { groupedMax, groupMax } from "#lib/contract/merchant-marks.ts";
import { toTagName } from "#lib/contract/tag-name.ts";
import { merchantGroupsQuery } from "#lib/queries/merchants.ts";
import { type Grouped, useGroupChange } from "./use-group-change.ts";

type Props = { environment: string; merchants: readonly Grouped[] };

/** A button for administrators that puts merchants into a group, or takes them out of theirs. */
export function GroupDialog({ label, ...props }: Props & { label: string }) {
  const t = useTranslations("frame.merchants.group");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={props.merchants.length === 1 ? t("change") : t("question", { count: props.merchants.length })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      size="sm"
      trigger={
        <Button size="sm" variant="secondary">
          {label}
        </Button>
      }
    >
      <GroupForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function GroupForm({ environment, merchants, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("frame.merchants.group");
  const { data } = useQuery(merchantGroupsQuery(environment));
  const groups = new Set(merchants.map(({ group }) => group));
  const [first = null] = groups;
  const [text, setText] = useState(groups.size === 1 ? (first ?? "") : "");
  const { mutate, reset, error, isPending } = useGroupChange(environment, merchants, onDone);
  const { problemOf, otherError, check } = useFieldErrors(error, ["group"], { group: toTagName(text) === "" });
  if (merchants.length > groupedMax) {
    return (
      <DialogForm submitLabel={undefined} onSubmit={() => {}}>
        <p>{t("tooMany", { count: groupedMax })}</p>
      </DialogForm>
    );
  }
  const type = (next: string) => {
    setText(next);
    if (error) reset();
  };
  return (
    <DialogForm
      submitLabel={t("save")}
      isPending={isPending}
      onSubmit={() => check() && mutate(toTagName(text))}
      notice={<ErrorNotice title={t("failed")} error={otherError} />}
      actions={
        first === null && groups.size === 1 ? null : (
          <Button variant="ghost" className="me-auto" isDisabled={isPending} onPress={() => mutate(null)}>
            {t("remove")}
          </Button>
        )
      }
    >
      <SuggestInput
        label={t("title")}
        placeholder={t("placeholder")}
        suggest={(typed) => fittingTags(data?.items.map(({ name }) => name) ?? [], { text: typed, present: [] })}
        suggestionsLabel={t("existing")}
        announce={(count) => t("offered", { count })}
        text={text}
        onText={type}
        onChoose={type}
        maxLength={groupMax}
        problem={problemOf("group")}
      />
    </DialogForm>
  );
}
