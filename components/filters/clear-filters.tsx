import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";

type Props = { search: Readonly<Record<string, unknown>>; onClear: () => void };

/** Below a list without rows; nothing where no filter is set. */
export function ClearFilters({ search, onClear }: Props) {
  const t = useTranslations("table.filters");
  if (Object.values(search).every((value) => value === null)) return null;
  return <Button onPress={onClear}>{t("clearAll")}</Button>;
}
