import { Alert, Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { useEnvironment } from "./environment-context.tsx";
import { Link } from "./link.tsx";

type Props = { error: unknown; title: string; onRetry?: () => void };

/** A failed request: what failed, why, a button that mends it or tries again, and the request id for support as a detail. Renders nothing without an error. */
export function ErrorNotice({ error, title, onRetry }: Props) {
  const t = useTranslations("common");
  const say = useSay();
  const { environment } = useEnvironment();
  if (!error) return null;
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Alert status="danger" role="alert" className="max-sm:flex-wrap">
      <Alert.Indicator />
      <Alert.Content className="max-sm:basis-4/5">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          {known ? say(known) : t("pageFailed")}
          {known?.fields.map((problem) => (
            <span key={problem.field} className="block">
              <span className="reference">{problem.field}</span>: {say(problem)}
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
      {onRetry ? (
        <Button size="sm" variant="secondary" onPress={onRetry} className="max-sm:ms-10">
          {t("tryAgain")}
        </Button>
      ) : null}
    </Alert>
  );
}
