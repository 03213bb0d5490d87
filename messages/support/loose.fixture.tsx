import { useTranslations } from "next-intl";

const labels = { one: "Loose LOOSE label", two: "kept" };

/** Cases that the check must report, and cases that it must ignore. */
export function Fixture({ isOpen, name }: { isOpen: boolean; name: string }) {
  const t = useTranslations("common");
  const plain = isOpen ? "kept" : name;
  return (
    <div className="flex items-center" title="LOOSE title" data-kind="Kept kind">
      LOOSE text
      {isOpen ? "LOOSE open" : "LOOSE closed"}
      {`LOOSE hello ${name}`}
      {t("request", { id: plain })}
      <button type="button" aria-label={isOpen ? "LOOSE close" : t("tryAgain")} onKeyDown={({ key }) => key === "Enter"}>
        {labels.one}
      </button>
    </div>
  );
}
