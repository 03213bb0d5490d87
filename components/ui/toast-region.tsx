"use client";

import { Toast } from "@heroui/react";
import { useTranslations } from "next-intl";

const placement = "bottom end";

/** Renders toasts with the library's styles, with a close label in the user's language. */
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
          {toast.content.actionProps ? <Toast.ActionButton {...toast.content.actionProps} /> : null}
          <Toast.CloseButton aria-label={t("close")} />
        </Toast>
      )}
    </Toast.Provider>
  );
}
