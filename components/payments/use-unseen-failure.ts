import { useTranslations } from "next-intl";
import { isRefused } from "#lib/queries/api-error.ts";

/**
 * What is said when money should have moved and the page that did it is gone: whether it moved may be unknown, and another try
 * from a new form could move it twice. `action`: its button.
 */
export function useUnseenFailure(action: string): (reason: string, error: unknown) => string {
  const t = useTranslations("payments.acts");
  return (reason, error) => (isRefused(error) ? `${action}: ${reason}` : t("unseen", { action }));
}
