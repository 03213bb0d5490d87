"use client";

import type { ReactNode } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { Link } from "#components/ui/link.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { AppPage } from "../app-pages.ts";
import { LinkPending } from "./link-pending.tsx";
import { useNarrowNavigation } from "./use-narrow-navigation.ts";

type Props = { href: string; label: string; icon: AppPage[2]; isCurrent: boolean; children?: ReactNode };

/** A page in the navigation; when only its icon is shown, a tooltip names it. */
export function NavigationLink({ href, label, icon: Icon, isCurrent, children }: Props) {
  const [isNarrow] = useNarrowNavigation();
  return (
    <Tooltip text={label} placement="right" isDisabled={!isNarrow}>
      <Focusable>
        <Link
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          className="relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-muted hover:bg-default hover:text-foreground aria-[current=page]:bg-default aria-[current=page]:font-medium aria-[current=page]:text-foreground"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 truncate icons-only:sr-only">{label}</span>
          {children}
          <LinkPending />
        </Link>
      </Focusable>
    </Tooltip>
  );
}
