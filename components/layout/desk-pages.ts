import Archive from "lucide-react/dist/esm/icons/archive.mjs";
import ArrowLeftRight from "lucide-react/dist/esm/icons/arrow-left-right.mjs";
import Bell from "lucide-react/dist/esm/icons/bell.mjs";
import Cable from "lucide-react/dist/esm/icons/cable.mjs";
import CreditCard from "lucide-react/dist/esm/icons/credit-card.mjs";
import FlaskConical from "lucide-react/dist/esm/icons/flask-conical.mjs";
import LayoutDashboard from "lucide-react/dist/esm/icons/layout-dashboard.mjs";
import ListChecks from "lucide-react/dist/esm/icons/list-checks.mjs";
import PlugZap from "lucide-react/dist/esm/icons/plug-zap.mjs";
import ScrollText from "lucide-react/dist/esm/icons/scroll-text.mjs";
import Users from "lucide-react/dist/esm/icons/users.mjs";
import Webhook from "lucide-react/dist/esm/icons/webhook.mjs";
import type { Messages } from "next-intl";

export type DeskPage = readonly [path: string, name: keyof Messages["frame"]["pages"], icon: typeof Bell];

/** The desk's pages of the navigation and the palette by their names in the catalogue, by what stands before their path. */
export const deskPages: Record<"everyMerchant" | "oneMerchant" | "administration" | "sandbox", readonly DeskPage[]> = {
  everyMerchant: [
    ["", "overview", LayoutDashboard],
    ["/transactions", "transactions", ArrowLeftRight],
    ["/payments", "payments", CreditCard],
    ["/notifications", "notifications", Bell],
    ["/lookup", "lookup", ListChecks],
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
    ["/settings/staff", "staff", Users],
    ["/settings/retention", "retention", Archive],
    ["/settings/audit", "audit", ScrollText],
  ],

  sandbox: [["/settings/scenarios", "scenarios", FlaskConical]],
};
