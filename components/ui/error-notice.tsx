import { Alert, Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { useEnvironment } from "./environment-context.tsx";
import { Link } from "./link.tsx";

type Props = { error: unknown; title: string; onRetry?: () => void };

/** Fields of an address are those that its filters are called by. */
type Labels = { (key: string): string; has(key: string): boolean };

/**
 * A failed request: what failed, why, a button that mends it or tries again, and the request id for support as a detail. What was
 * asked wrongly is not tried again. Renders nothing without an error.
 */
export function ErrorNotice({ error, title, onRetry }: Props) {
  const t = useTranslations("common");
  const say = useSay();
  const labels = useTranslations("filters.labels") as unknown as Labels;
  const { environment } = useEnvironment();
  if (!error) return null;
  const known = error instanceof ApiError ? error : undefined;
  const isWrong = known?.code === "invalid_input";
  return (
    <Alert status="danger" role="alert" className="max-sm:flex-wrap">
      <Alert.Indicator />
      <Alert.Content className="max-sm:basis-4/5">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          {known ? say(known) : t("pageFailed")}
          {known?.fields.map((problem) => (
            <span key={problem.field} className="block">
              {labels.has(problem.field) ? labels(problem.field) : <span className="reference">{problem.field}</span>}:{" "}
              {say(problem)}
            </span>
          ))}
        </Alert.Description>
        {known?.requestId ? (
          <details className="technical-id text-muted text-xs">
            <summary className="cursor-pointer">{t("details")}</summary>
            {t("request", { id: known.requestId })}
          </details>
        ) : null}
      </Alert.Content>
      {known?.code === "not_connected" ? (
        <Link className="button button--secondary button--sm" href={`/${environment}/settings/connection`}>
          {t("connectGateway")}
        </Link>
      ) : null}
      {onRetry && !isWrong ? (
        <Button size="sm" variant="secondary" onPress={onRetry} className="max-sm:ms-10">
          {t("tryAgain")}
        </Button>
      ) : null}
    </Alert>
  );
}
