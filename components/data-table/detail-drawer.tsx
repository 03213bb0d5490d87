"use client";

import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { X } from "../ui/icons.tsx";
import { QueryError, type ReadQuery } from "../ui/query-error.tsx";

type Props = {
  title: ReactNode;
  /** The full page of the record, where it has one. */
  href?: string;
  /** Without one, the list knows everything that is shown. */
  query?: ReadQuery<unknown> & { isPending: boolean };
  onClose: () => void;
  children: ReactNode;
};

/** A record beside its list; on narrow screens over the list's lower part. */
export function DetailDrawer({ title, href, query, onClose, children }: Props) {
  const t = useTranslations("drawer");
  const ofAll = useTranslations("common");
  return (
    <aside
      aria-label={t("name")}
      aria-live="polite"
      // A press of its text brings the focus here, so that Escape closes it.
      tabIndex={-1}
      className="fixed inset-x-0 bottom-0 z-30 flex max-h-[60dvh] flex-col border-border border-t bg-surface shadow-lg lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:bottom-auto lg:z-0 lg:max-h-[70dvh] lg:rounded-lg lg:border lg:shadow-none outline-none print:hidden"
    >
      <div className="flex items-center justify-between gap-2 border-border border-b px-4 py-2">
        <h2 className="min-w-0 truncate text-section">{title}</h2>
        <span className="flex items-center gap-1">
          {href === undefined ? null : (
            <Link href={href} className="whitespace-nowrap px-2 text-accent underline-offset-2 hover:underline">
              {t("open")}
            </Link>
          )}
          <IconButton label={ofAll("close")} onPress={onClose}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section aria-label={t("content")} tabIndex={0} className="flex flex-col gap-4 overflow-y-auto p-4">
        {query?.isPending ? (
          <Skeleton className="h-64 rounded-md" role="status" aria-label={t("loading")} />
        ) : (
          <>
            {query ? <QueryError query={query} title={t("failed")} /> : null}
            {children}
          </>
        )}
      </section>
    </aside>
  );
}
