import { Alert, Button } from "@heroui/react";
import { ApiError } from "#lib/queries/api-error.ts";

type Props = { error: unknown; title: string; onRetry?: () => void };

/** A failed panel: what could not be done, why in our words, the request id for support, and a way to try again. */
export function ErrorNotice({ error, title, onRetry }: Props) {
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Alert status="danger" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          {known?.message ?? "Something went wrong on this page."}
          {known?.fields.map(({ field, message }) => (
            <span key={field} className="block">
              <span className="reference">{field}</span>: {message}
            </span>
          ))}
          {known?.requestId ? <span className="block text-muted">Request {known.requestId}</span> : null}
        </Alert.Description>
      </Alert.Content>
      {onRetry ? (
        <Button size="sm" variant="secondary" onPress={onRetry}>
          Try again
        </Button>
      ) : null}
    </Alert>
  );
}
