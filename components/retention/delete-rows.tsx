import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDayText } from "#components/language/use-day-text.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { RetentionPreview } from "#lib/contract/retention.ts";

type Counted = RetentionPreview["items"][number];
type Props = { environment: string; counted: Counted; isPending: boolean; error: unknown; onConfirm: () => void };

/** Deletes what is older: button and question say how many rows, and production wants its name typed. */
export function DeleteRows({ environment, counted, isPending, error, onConfirm }: Props) {
  const t = useTranslations("retention");
  const toText = useCountedText();
  const [isOpen, setOpen] = useState(false);
  const button = t("form.deleteRows", { rows: counted.rows });
  const typedName = { label: t("form.typeName", { name: environment }), expected: environment };
  return (
    <ConfirmDialog
      title={`${t(`kinds.${counted.kind}.title`)}: ${button}?`}
      trigger={<Button variant="danger">{button}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
      warning={t("form.noUndo")}
      typedName={environment === "production" ? typedName : undefined}
      failedTitle={t("form.notSaved")}
      error={error}
      submitLabel={button}
      onSubmit={onConfirm}
      isPending={isPending}
      isDanger
    >
      <p>{toText(counted)}</p>
    </ConfirmDialog>
  );
}

/** What the next run would delete. */
export function useCountedText(): (counted: Counted) => string {
  const t = useTranslations("retention.count");
  const toDay = useDayText();
  return ({ rows, firstDay, months, ...counted }) => {
    const keptFrom = toDay(counted.keptFrom);
    if (rows === 0 || firstDay === null) return t("nothing", { keptFrom });
    const gone = { rows, firstDay: toDay(firstDay), keptFrom };
    return months === 0 ? t("rows", gone) : t("rowsAndMonths", { ...gone, months });
  };
}
