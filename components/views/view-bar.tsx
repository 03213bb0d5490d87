"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { memo, useState } from "react";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Bookmark, Pencil, Users } from "#components/ui/icons.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Link } from "#components/ui/link.tsx";
import { Toolbar } from "#components/ui/toolbar.tsx";
import { changeView, type View, viewsQuery } from "#lib/queries/views.ts";
import {
  type Arrangement,
  allView,
  type BuiltIn,
  findSelectedTab,
  isBuiltInArrangement,
  isSameArrangement,
  type ListPlace,
  type OpenedDays,
  toOpenedDays,
  toViewContent,
  viewHref,
  viewListPath,
} from "./view-address.ts";

const ViewDialog = dynamic(() => import("./view-dialog.tsx").then((module) => module.ViewDialog), { ssr: false });

/** `search`: of the list itself; null: a page of its own. */
type Tab = { key: string; label: string } & ({ search: BuiltIn["search"]; path?: never } | { search: null; path: string });

type Props = {
  place: ListPlace;
  /** What the list shows; null on a page of its own, whose tab `current` is. */
  arrangement: Arrangement | null;
  current?: string;
  builtIn: readonly Tab[];
  label?: string | undefined;
  /** The tab of the list without filters. */
  allLabel?: string;
};

/** The tabs of a list: those that everyone has, the user's saved views, and actions on the open one. */
export const ViewBar = memo(function ViewBar({ place, arrangement, current, builtIn, label, allLabel }: Props) {
  const t = useTranslations("views");
  const { gatewayZone } = useEnvironment();
  const { environment, merchant } = place.scope;
  const { data } = useQuery(viewsQuery({ environment, list: place.list }));
  const [openId] = useQueryState("view");
  const views = data?.items.filter((view) => (view.merchant ?? null) === merchant) ?? [];
  const path = viewListPath(place);
  const filtered = builtIn.flatMap(({ key, search }) => (search === null ? [] : [{ key, search }]));
  const selected =
    arrangement === null ? current : findSelectedTab(arrangement, { builtIn: filtered, views, openId, gatewayZone });
  const isGone = openId !== null && openId !== allView && data && !views.some(({ id }) => id === openId);
  return (
    <Toolbar
      label={label ?? t("label")}
      className="fading-line mb-1 flex h-9 shrink-0 items-center gap-2 border-border border-b md:mb-2 print:hidden"
    >
      <nav aria-label={label ?? t("label")} className="flex h-full min-w-0 shrink-0 gap-1">
        <ViewLink href={`${path}?view=${allView}`} isOpen={selected === null}>
          {allLabel ?? t("all")}
        </ViewLink>
        {builtIn.map(({ key, label: text, ...tab }) => (
          <ViewLink
            key={key}
            href={tab.search === null ? `${path}/${tab.path}` : `${path}?${toParameters(tab.search)}`}
            isOpen={selected === key}
          >
            {text}
          </ViewLink>
        ))}
        {views.map((view) => (
          <ViewLink key={view.id} href={viewHref(place, view, gatewayZone)} isOpen={selected === view.id}>
            {view.name}
            {view.isDefault ? <span className="text-muted"> · {t("opensFirst")}</span> : null}
            {view.isShared ? <SharedMark author={view.author} /> : null}
          </ViewLink>
        ))}
      </nav>
      {isGone ? <p className="text-muted text-xs">{t("gone")}</p> : null}
      {arrangement ? (
        <ViewActions
          place={place}
          arrangement={arrangement}
          open={views.find(({ id }) => id === openId)}
          isBuiltIn={isBuiltInArrangement(arrangement, filtered)}
        />
      ) : null}
    </Toolbar>
  );
});

function toParameters(search: BuiltIn["search"]): string {
  return Object.entries(search)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

type Actions = { place: ListPlace; arrangement: Arrangement; open: View | undefined; isBuiltIn: boolean };

/** What can be done with the list as it is arranged. */
function ViewActions({ place, arrangement, open, isBuiltIn }: Actions) {
  const t = useTranslations("views");
  const { gatewayZone } = useEnvironment();
  const [dialog, setDialog] = useState<"create" | "edit" | "closed">("closed");
  const isOpen = dialog !== "closed";
  const opened = useOpenedDays(open, arrangement.search);
  const isArranged = Object.keys(arrangement.search).length > 0 || arrangement.columns !== null;
  const isChanged = open !== undefined && !isSameArrangement(arrangement, open, { gatewayZone, opened });
  return (
    <>
      {isChanged && open.mayChange ? <UpdateView {...{ place, arrangement, opened }} view={open} /> : null}
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
      <LazyDialog isOpen={isOpen}>
        <ViewDialog
          place={place}
          arrangement={arrangement}
          opened={opened}
          view={dialog === "edit" ? open : undefined}
          isOpen={isOpen}
          onClose={() => setDialog("closed")}
        />
      </LazyDialog>
    </>
  );
}

/** The relative days of the view, with the dates that the list had when it was opened. */
function useOpenedDays(view: View | undefined, search: Arrangement["search"]): OpenedDays | null {
  const [opened, setOpened] = useState({ id: view?.id, search });
  if (opened.id !== view?.id) setOpened({ id: view?.id, search });
  return view ? toOpenedDays(view, opened.id === view.id ? opened.search : search) : null;
}

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
    <span title={text} className="relative ms-1.5 text-muted">
      <Users aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

type Update = { place: ListPlace; view: View; arrangement: Arrangement; opened: OpenedDays | null };

function UpdateView({ place: { list, scope }, view, arrangement, opened }: Update) {
  const t = useTranslations("views");
  const { gatewayZone } = useEnvironment();
  const client = useQueryClient();
  const views = { environment: scope.environment, list };
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const isMoving = (view.movingDays ?? null) !== null;
      return changeView(views, view.id, toViewContent(arrangement, { isMoving, gatewayZone, opened }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery(views).queryKey }),
  });
  return (
    <Button size="sm" isPending={isPending} onPress={() => mutate()}>
      {t("update", { name: view.name })}
    </Button>
  );
}
