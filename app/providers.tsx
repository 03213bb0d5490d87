"use client";

import { I18nProvider } from "@heroui/react/rac";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { useThemeScript } from "#components/layout/use-theme-script.ts";
import { Toasts } from "#components/ui/toasts.tsx";
import { useFailureToast } from "#components/ui/use-failure-toast.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { createQueryClient } from "#lib/queries/query-client.ts";

type Props = { children: ReactNode; locale: LanguageTag };

/** One locale on server and browser, so that dates and numbers read the same before and after hydration. */
export function Providers({ children, locale }: Props) {
  const showFailure = useFailureToast();
  const [client] = useState(() => createQueryClient(showFailure));
  useThemeScript();
  return (
    <I18nProvider locale={locale}>
      <QueryClientProvider client={client}>
        <NuqsAdapter>{children}</NuqsAdapter>
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  );
}
