import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ApiError, isRefused } from "#lib/queries/api-error.ts";

/** Shown after the back button, a reload or in a second tab when the form already created its payment. */
export function FormUsed({ href, onNew }: { href: string; onNew: () => void }) {
  const t = useTranslations("payments");
  return (
    <Notice
      status="accent"
      role="status"
      title={t("used.title")}
      action={
        <Button size="sm" variant="secondary" onPress={onNew}>
          {t("used.new")}
        </Button>
      }
    >
      {t.rich("used.text", {
        link: (text) => (
          <Link href={href} className="underline">
            {text}
          </Link>
        ),
      })}
    </Notice>
  );
}

/** Why the form created no payment, or why the outcome is unknown; in the last two cases a retry is safe. */
export function FormFailed({ error, onNew }: { error: unknown; onNew: () => void }) {
  const t = useTranslations("payments");
  const say = useSay();
  if (isRefused(error) && error.code === "idempotency_mismatch") {
    return (
      <Notice
        status="warning"
        role="alert"
        title={t("failed.otherDetails")}
        action={
          <Button size="sm" variant="secondary" onPress={onNew}>
            {t("failed.startNew")}
          </Button>
        }
      >
        {t("failed.otherDetailsText")}
      </Notice>
    );
  }
  if (isRefused(error)) return <ErrorNotice title={t("failed.title")} error={error} />;
  const message = error instanceof ApiError ? say(error) : "";
  return (
    <Notice status="warning" role="alert" title={t("failed.noAnswer")}>
      {t("failed.safe", { message })}
    </Notice>
  );
}

/** The outcome of a cancellation, reversal or refund is unknown; its dialog retries it with the same key. */
export function ActUnclear() {
  const t = useTranslations("payments");
  return (
    <Notice status="warning" role="alert" title={t("failed.noAnswer")}>
      {t("acts.unclear")}
    </Notice>
  );
}
