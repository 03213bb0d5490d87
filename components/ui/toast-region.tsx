"use client";

import { Toast } from "@heroui/react";
import { useTranslations } from "next-intl";

const placement = "bottom end";

/** Where short messages appear; as the library draws them, but closed in the person's language. */
export function ToastRegion() {
  const t = useTranslations("common");
  return (
    <Toast.Provider placement={placement}>
      {({ toast }) => (
        <Toast toast={toast} placement={placement} variant={toast.content.variant}>
          <Toast.Indicator variant={toast.content.variant} />
          <Toast.Content>
            <Toast.Title>{toast.content.title}</Toast.Title>
          </Toast.Content>
          <Toast.CloseButton aria-label={t("close")} />
        </Toast>
      )}
    </Toast.Provider>
  );
}
