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

/** Which fields there are, when the text names another. */
export function UnknownField({ q }: { q: string }) {
  const t = useTranslations("find.byField");
  const asked = readFieldSearch(q);
  if (asked.kind !== "unknown") return null;
  return (
    <p role="status" className="max-w-prose text-(--tone-warning)">
      {t("unknown", { name: asked.name })} {t("names", { names })}
    </p>
  );
}
