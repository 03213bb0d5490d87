import type { Messages } from "next-intl";
import { SlidersHorizontal } from "./ui/icons.tsx";
import {
  Archive,
  ArrowLeftRight,
  Bell,
  BellRing,
  Cable,
  CreditCard,
  FlaskConical,
  LayoutDashboard,
  ListChecks,
  Percent,
  PlugZap,
  Scale,
  ScrollText,
  Store,
  Users,
  Webhook,
} from "./ui/page-icons.tsx";

export type AppPage = readonly [path: string, name: keyof Messages["frame"]["pages"], icon: typeof Bell];

/** The pages in the navigation and the palette: path within the scope, name in the catalogue, icon. */
export const appPages = {
  /** Of all merchants or of one. */
  everyScope: [
    ["", "overview", LayoutDashboard],
    ["/transactions", "transactions", ArrowLeftRight],
    ["/notifications", "notifications", Bell],
    ["/payments", "payments", CreditCard],
  ],

  oneMerchant: [
    ["/endpoints", "endpoints", Webhook],
    ["/connection", "connection", PlugZap],
  ],

  environment: [
    ["/lookup", "lookup", ListChecks],
    ["/reconcile", "reconcile", Scale],
    ["/fees", "fees", Percent],
    ["/alerts", "alerts", BellRing],
    ["/merchants", "merchants", Store],
  ],

  administration: [
    ["/settings/connection", "connections", Cable],
    ["/settings/gateway", "gateway", SlidersHorizontal],
    ["/settings/staff", "staff", Users],
    ["/settings/retention", "retention", Archive],
    ["/settings/audit", "audit", ScrollText],
  ],

  sandbox: [["/settings/scenarios", "scenarios", FlaskConical]],
} as const satisfies Record<string, readonly AppPage[]>;
