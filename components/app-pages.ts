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
  PlugZap,
  ScrollText,
  Users,
  Webhook,
} from "./ui/page-icons.tsx";

export type AppPage = readonly [path: string, name: keyof Messages["frame"]["pages"], icon: typeof Bell];

/** The pages in the navigation and the palette: catalogue name to the path within its scope. */
export const appPages: Record<"everyMerchant" | "oneMerchant" | "administration" | "sandbox", readonly AppPage[]> = {
  everyMerchant: [
    ["", "overview", LayoutDashboard],
    ["/transactions", "transactions", ArrowLeftRight],
    ["/payments", "payments", CreditCard],
    ["/notifications", "notifications", Bell],
    ["/lookup", "lookup", ListChecks],
    ["/alerts", "alerts", BellRing],
  ],

  oneMerchant: [
    ["", "overview", LayoutDashboard],
    ["/transactions", "transactions", ArrowLeftRight],
    ["/payments", "payments", CreditCard],
    ["/notifications", "notifications", Bell],
    ["/endpoints", "endpoints", Webhook],
    ["/connection", "connection", PlugZap],
  ],

  administration: [
    ["/settings/connection", "connections", Cable],
    ["/settings/gateway", "gateway", SlidersHorizontal],
    ["/settings/staff", "staff", Users],
    ["/settings/retention", "retention", Archive],
    ["/settings/audit", "audit", ScrollText],
  ],

  sandbox: [["/settings/scenarios", "scenarios", FlaskConical]],
};
