import { Alert, Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";

type Props = { error: unknown; title: string; onRetry?: () => void };

/** A failed request: what failed, why, the request id for support, and a retry button. Renders nothing without an error. */
export function ErrorNotice({ error, title, onRetry }: Props) {
  const t = useTranslations("common");
  const say = useSay();
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
          {known?.requestId ? (
            <span className="technical-id block text-muted">{t("request", { id: known.requestId })}</span>
          ) : null}
        </Alert.Description>
      </Alert.Content>
      {onRetry ? (
        <Button size="sm" variant="secondary" onPress={onRetry} className="max-sm:ms-10">
          {t("tryAgain")}
        </Button>
      ) : null}
    </Alert>
  );
}
