import Archive from "lucide-react/dist/esm/icons/archive.mjs";
import ArrowLeftRight from "lucide-react/dist/esm/icons/arrow-left-right.mjs";
import Bell from "lucide-react/dist/esm/icons/bell.mjs";
import Cable from "lucide-react/dist/esm/icons/cable.mjs";
import CreditCard from "lucide-react/dist/esm/icons/credit-card.mjs";
import LayoutDashboard from "lucide-react/dist/esm/icons/layout-dashboard.mjs";
import ListChecks from "lucide-react/dist/esm/icons/list-checks.mjs";
import PlugZap from "lucide-react/dist/esm/icons/plug-zap.mjs";
import ScrollText from "lucide-react/dist/esm/icons/scroll-text.mjs";
import Users from "lucide-react/dist/esm/icons/users.mjs";
import Webhook from "lucide-react/dist/esm/icons/webhook.mjs";

export type DeskPage = readonly [path: string, label: string, icon: typeof Bell];

/** The desk's pages as the navigation and the palette name them, by what stands before their path. */
export const deskPages: Record<"everyMerchant" | "oneMerchant" | "administration", readonly DeskPage[]> = {
  everyMerchant: [
    ["", "Overview", LayoutDashboard],
    ["/transactions", "Transactions", ArrowLeftRight],
    ["/payments", "Payments", CreditCard],
    ["/notifications", "Notifications", Bell],
    ["/lookup", "Lookup", ListChecks],
  ],

  oneMerchant: [
    ["", "Overview", LayoutDashboard],
    ["/transactions", "Transactions", ArrowLeftRight],
    ["/payments", "Payments", CreditCard],
    ["/notifications", "Notifications", Bell],
    ["/endpoints", "Endpoints", Webhook],
    ["/connection", "Connection", PlugZap],
  ],

  administration: [
    ["/settings/connection", "Connections", Cable],
    ["/settings/staff", "Staff", Users],
    ["/settings/retention", "Retention", Archive],
    ["/settings/audit", "Audit", ScrollText],
  ],
};
