"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { memo, useState } from "react";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Bookmark, Pencil, Users } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { Toolbar } from "#components/ui/toolbar.tsx";
import type { View } from "#lib/contract/view.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changeView, viewsQuery } from "#lib/queries/views.ts";
import { allView, arrangementParsers } from "./transaction-search.ts";
import {
  type Arrangement,
  builtInSigns,
  findSelectedTab,
  isSameArrangement,
  toViewContent,
  viewAddress,
  viewListPath,
} from "./view-address.ts";

const ViewDialog = dynamic(() => import("./view-dialog.tsx").then((module) => module.ViewDialog), { ssr: false });

type Props = { scope: Scope; arrangement: Arrangement };

/** The user's saved views of this list, and actions on the open one. */
export const ViewBar = memo(function ViewBar({ scope, arrangement }: Props) {
  const t = useTranslations("views");
  const filters = useTranslations("filters");
  const { gatewayZone } = useEnvironment();
  const { data } = useQuery(viewsQuery(scope.environment));
  const [openId] = useQueryState("view", arrangementParsers.view);
  /** Undefined until it is opened for the first time. */
  const [dialog, setDialog] = useState<"create" | "edit" | "closed">();
  const views = data?.items.filter(({ merchant }) => merchant === scope.merchant) ?? [];
  const open = views.find(({ id }) => id === openId);
  const isArranged = Object.keys(arrangement.search).length > 0 || arrangement.columns !== null;
  const isChanged = open !== undefined && !isSameArrangement(arrangement, open, gatewayZone);
  const path = viewListPath(scope.environment, scope.merchant);
  const { sign, ...others } = arrangement.search;
  const isBuiltIn = sign !== undefined && Object.keys(others).length === 0 && arrangement.columns === null;
  const selected = findSelectedTab(arrangement, { views, openId, gatewayZone });
  return (
    <Toolbar
      label={t("label")}
      className="mb-2 flex h-9 items-center gap-2 overflow-x-auto border-border border-b [scrollbar-width:none] print:hidden"
    >
      <nav aria-label={t("label")} className="flex h-full min-w-0 shrink-0 gap-1">
        <ViewLink href={`${path}?view=${allView}`} isOpen={selected === null}>
          {t("all")}
        </ViewLink>
        {builtInSigns.map((sign) => (
          <ViewLink key={sign} href={`${path}?sign=${sign}`} isOpen={selected === sign}>
            {filters(`values.sign.${sign}`)}
          </ViewLink>
        ))}
        {views.map((view) => (
          <ViewLink key={view.id} href={viewAddress(scope.environment, view, gatewayZone)} isOpen={selected === view.id}>
            {view.name}
            {view.isDefault ? <span className="text-muted"> · {t("opensFirst")}</span> : null}
            {view.isShared ? <SharedMark author={view.author} /> : null}
          </ViewLink>
        ))}
      </nav>
      {openId !== null && openId !== allView && data && !open ? <p className="text-muted text-xs">{t("gone")}</p> : null}
      {isChanged && open.mayChange ? <UpdateView environment={scope.environment} view={open} arrangement={arrangement} /> : null}
      {open?.mayChange ? (
        <Button size="sm" variant="ghost" onPress={() => setDialog("edit")}>
          <Pencil aria-hidden="true" className="size-4" />
          {t("edit")}
        </Button>
      ) : null}
      {isArranged && !isBuiltIn && (open === undefined || isChanged) ? (
        <Button size="sm" variant="ghost" onPress={() => setDialog("create")}>
          <Bookmark aria-hidden="true" className="size-4" />
          {t(open ? "saveAsAnother" : "saveAs")}
        </Button>
      ) : null}
      {dialog === undefined ? null : (
        <ViewDialog
          scope={scope}
          arrangement={arrangement}
          view={dialog === "edit" ? open : undefined}
          isOpen={dialog !== "closed"}
          onClose={() => setDialog("closed")}
        />
      )}
    </Toolbar>
  );
});

function ViewLink({ href, isOpen, children }: { href: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      aria-current={isOpen ? "page" : undefined}
      className="flex items-center whitespace-nowrap border-transparent border-b-2 px-2.5 text-muted hover:text-foreground aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-foreground"
    >
      {children}
    </Link>
  );
}

/** Who shares the view, by name under the pointer and for a screen reader. */
function SharedMark({ author }: Pick<View, "author">) {
  const t = useTranslations("views");
  const text = author === null ? t("shared") : t("sharedBy", { name: author });
  return (
    <span title={text} className="ms-1.5 text-muted">
      <Users aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function UpdateView({ environment, view, arrangement }: { environment: string; view: View; arrangement: Arrangement }) {
  const t = useTranslations("views");
  const { gatewayZone } = useEnvironment();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      changeView(environment, view.id, toViewContent(arrangement, { isMoving: view.movingDays !== null, gatewayZone })),
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery(environment).queryKey }),
  });
  return (
    <Button size="sm" isPending={isPending} onPress={() => mutate()}>
      {t("update", { name: view.name })}
    </Button>
  );
}
