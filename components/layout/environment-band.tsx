import { useTranslations } from "next-intl";
import type { Environment } from "#lib/core/identifiers.ts";

const colours: Record<Environment, string> = {
  sandbox: "bg-(--band-sandbox) text-(--band-sandbox-text)",
  demo: "bg-(--band-demo) text-(--band-demo-text)",
  production: "bg-(--band-production) text-(--band-production-text)",
};

/** Shows the current environment prominently on every page. */
export function EnvironmentBand({ environment }: { environment: Environment }) {
  const t = useTranslations("frame");
  return (
    <p className={`h-6 truncate px-4 text-center font-medium text-xs leading-6 ${colours[environment]}`}>
      {t(`environment.bands.${environment}`)}
    </p>
  );
}
