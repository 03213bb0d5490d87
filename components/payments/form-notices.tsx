import { Alert, Button } from "@heroui/react";
import Link from "next/link";
import { ErrorNotice } from "#components/error-notice.tsx";
import { ApiError } from "#lib/queries/api-error.ts";

/** The back button, a reload or a second tab of a form that has made its payment already. */
export function FormUsed({ href, onNew }: { href: string; onNew: () => void }) {
  return (
    <Alert status="accent" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This form has made its payment</Alert.Title>
        <Alert.Description>
          It is not taken again, however often the form is sent.{" "}
          <Link href={href} className="underline">
            Open the payment
          </Link>
        </Alert.Description>
      </Alert.Content>
      <Button size="sm" variant="secondary" onPress={onNew}>
        New payment
      </Button>
    </Alert>
  );
}

/** Why the form made no payment, or why that is not known; the last two may be sent again without harm. */
export function FormFailed({ error, onNew }: { error: unknown; onNew: () => void }) {
  if (!(error instanceof ApiError)) return <ErrorNotice title="The payment was not taken" error={error} />;
  if (error.code === "idempotency_mismatch") {
    return (
      <Alert status="warning" role="alert">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>This form was already sent with other details</Alert.Title>
          <Alert.Description>
            Another tab, or an earlier try, sent it. Look at the payments first; a new form takes another payment.
          </Alert.Description>
        </Alert.Content>
        <Button size="sm" variant="secondary" onPress={onNew}>
          Start a new form
        </Button>
      </Alert>
    );
  }
  if (error.status !== null && error.status < 500) return <ErrorNotice title="The payment was not taken" error={error} />;
  return (
    <Alert status="warning" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>The desk did not answer</Alert.Title>
        <Alert.Description>
          {error.message} Sending this form again is safe: it makes one payment, however often it is sent.
        </Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
