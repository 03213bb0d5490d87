import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Toolbar } from "./toolbar.tsx";

type Props = { title: ReactNode; context?: ReactNode; status?: ReactNode; children?: ReactNode };

/** A page's heading, its context (scope or purpose), its state and its actions, in one line where they fit; on a telephone the context is below the heading. */
export function PageHeader({ title, context, status, children }: Props) {
  const t = useTranslations("frame");
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pb-1 md:gap-x-3 md:pb-2">
      <div className="flex min-h-7 min-w-0 flex-wrap items-baseline gap-x-3 max-md:grow max-md:basis-36 md:min-h-9">
        <h1 className="text-page leading-7 max-md:text-xl md:leading-9">{title}</h1>
        {context ? <div className="text-muted">{context}</div> : null}
      </div>
      {status || children ? (
        <Toolbar label={t("actions")} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 md:gap-x-3">
          {status}
          {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
        </Toolbar>
      ) : null}
    </div>
  );
}
