import { useTranslations } from "next-intl";

type Props = { inForce: readonly string[]; next: readonly string[] };

/** Two field orders side by side. */
export function FieldOrderNames({ inForce, next }: Props) {
  const t = useTranslations("endpoints");
  return (
    <div className="grid grid-cols-2 gap-4">
      <Names title={t("fieldOrder.inForce")} names={inForce} />
      <Names title={t("fieldOrder.next")} names={next} />
    </div>
  );
}

export function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <p className="text-muted text-xs">{title}</p>
      <ol className="list-inside list-decimal">
        {names.map((name) => (
          <li key={name}>
            <code className="reference wrap-anywhere">{name}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The methods for which a field order is, or would be, active. */
export function FieldOrderMethods({ methods }: { methods: readonly string[] }) {
  const t = useTranslations("endpoints");
  return <p className="max-w-prose wrap-anywhere">{t("fieldOrder.methods", { methods: methods.join(", ") })}</p>;
}
