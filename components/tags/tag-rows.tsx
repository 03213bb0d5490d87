"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import { taggedMax } from "#lib/contract/tag-name.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import type { Tagged } from "#lib/queries/tags.ts";
import { TagInput } from "./tag-input.tsx";
import { useTagChange } from "./use-tag-change.ts";

type Props = { environment: string; records: readonly Tagged[] };

/** A button for selected rows that puts a tag on all of them, or takes it off. */
export function TagRows({ environment, records }: Props) {
  const t = useTranslations("tags");
  const { data: user } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  if (user === undefined || user.staff.role === "viewer" || user.isPresenting) return null;
  return (
    <Dialog
      title={t("tagRows", { count: records.length })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      size="sm"
      trigger={
        <Button size="sm" variant="secondary">
          {t("tag")}
        </Button>
      }
    >
      <TagForm environment={environment} records={records} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function TagForm({ environment, records, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("tags");
  const { text, setText, check, change, isPending, problem, otherError } = useTagChange(environment, () => {
    toast.success(t("changed", { count: records.length }));
    onDone();
  });
  const isTooMany = records.length > taggedMax;
  return (
    <DialogForm
      submitLabel={isTooMany ? undefined : t("putOn")}
      isPending={isPending}
      onSubmit={() => check() && change({ records: [...records], add: [text] })}
      notice={<ErrorNotice title={t("notSaved")} error={otherError} />}
      actions={
        isTooMany ? null : (
          <Button
            variant="ghost"
            className="me-auto"
            isDisabled={isPending}
            onPress={({ target }) => {
              if (check()) change({ records: [...records], remove: [text] });
              else target.closest("form")?.querySelector("input")?.focus();
            }}
          >
            {t("takeOffRows")}
          </Button>
        )
      }
    >
      {isTooMany ? (
        <p>{t("tooMany", { count: taggedMax })}</p>
      ) : (
        <TagInput
          environment={environment}
          label={t("name")}
          placeholder={t("placeholder")}
          present={[]}
          text={text}
          onText={setText}
          onChoose={setText}
          problem={problem}
        />
      )}
    </DialogForm>
  );
}
