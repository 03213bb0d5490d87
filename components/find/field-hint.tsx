import { useTranslations } from "next-intl";
import { readFieldSearch, searchFields } from "./field-search.ts";

const names = searchFields.map((name) => `${name}:`).join(" ");

/** That a search may name fields, with examples and all of their names. */
export function FieldHint() {
  const t = useTranslations("find.byField");
  return (
    <>
      <p className="pt-2">{t("text")}</p>
      <p className="reference pt-1">{t("examples")}</p>
      <p className="pt-1">{t("names", { names })}</p>
    </>
  );
}

/** That the text names a field that there is not; which there are, unless the page says so elsewhere. */
export function UnknownField({ q, isHintShown }: { q: string; isHintShown: boolean }) {
  const t = useTranslations("find.byField");
  const asked = readFieldSearch(q);
  if (asked.kind !== "unknown") return null;
  return (
    <p role="status" className="max-w-prose text-(--tone-warning)">
      {t("unknown", { name: asked.name })} {isHintShown ? null : t("names", { names })}
    </p>
  );
}
