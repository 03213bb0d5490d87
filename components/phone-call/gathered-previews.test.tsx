import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { NotificationDrawer } from "../notifications/notification-drawer.tsx";
import { PaymentDrawer } from "../payments/payment-drawer.tsx";
import { TransactionPreview } from "../transactions/transaction-preview.tsx";

const seen = vi.hoisted(() => ({ data: {} as object, gathered: [] as object[] }));
vi.mock("./use-phone-call.ts", () => ({ useGatheredPreview: (record: object) => seen.gathered.push(record) }));
vi.mock("@tanstack/react-query", async (original) => ({ ...(await original<object>()), useQuery: () => ({ data: seen.data }) }));
vi.mock("next-intl", () => ({ useTranslations: () => (key: string) => key }));
vi.mock("../language/say.ts", () => ({ useSay: () => String }));
vi.mock("../data-table/detail-drawer.tsx", () => ({ DetailDrawer: ({ children }: { children: ReactNode }) => children }));
vi.mock("../record/record-preview.tsx", () => ({ RecordPreview: () => null }));
vi.mock("../transactions/transaction-view.ts", () => ({ useTransactionView: () => ({ name: "ORD-1" }) }));
vi.mock("../notifications/notification-view.ts", () => ({ useNotificationView: () => ({ name: "ORD-1" }) }));
vi.mock("../payments/payment-view.ts", () => ({ usePaymentView: () => ({ name: "ORD-1" }) }));

beforeEach(() => {
  seen.gathered = [];
});

/** What rendering a preview of this record gathers. */
function gather<Item>(data: Item, show: (item: never) => ReactNode): object[] {
  seen.data = data as object;
  renderToStaticMarkup(show(data as never));
  return seen.gathered;
}

const place = { environment: "sandbox", merchant: "cafe" };
const shared = { ...place, name: "ORD-1" };
const close = () => {};

test("the preview of a transaction gathers it as its page does", () => {
  const detail = { merchant: "cafe", rows: [] } as never;
  const preview = (reference: string | null) => (
    <TransactionPreview detail={detail} environment="sandbox" row={{ merchant: "cafe", reference, id: "7" }} />
  );
  gather({}, () => preview("R/1"));
  expect(gather({}, () => preview(null))).toEqual([
    { ...shared, kind: "reference", key: "R/1", href: "/sandbox/cafe/transactions/R%2F1" },
    { ...shared, kind: "id", key: "7", href: "/sandbox/cafe/transactions/id/7" },
  ]);
});

test("so do those of a notification and of a terminal payment", () => {
  gather({ merchant: "cafe", id: "n1", fields: [] }, (item) => (
    <NotificationDrawer environment="sandbox" item={item} onClose={close} />
  ));
  const payment = { merchant: "cafe", paymentId: "p1", referenceNumber: "ORD-1" };
  expect(gather(payment, (item) => <PaymentDrawer environment="sandbox" item={item} onClose={close} />)).toEqual([
    { ...shared, kind: "notification", key: "n1", href: "/sandbox/cafe/notifications/n1" },
    { ...shared, kind: "payment", key: "p1", href: "/sandbox/cafe/payments/p1" },
  ]);
});
