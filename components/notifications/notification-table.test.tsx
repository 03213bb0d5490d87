import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Notification } from "#lib/contract/notification.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import notifications from "../../messages/en/notifications.json" with { type: "json" };
import tags from "../../messages/en/tags.json" with { type: "json" };
import { useNotificationColumns } from "./notification-table.tsx";

function Answer({ item }: { item: Partial<Notification> }) {
  return useNotificationColumns(false)
    .find(({ key }) => key === "answer")
    ?.cell(item as Notification);
}

const show = (item: Partial<Notification>) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common, notifications, tags }}>
      <Answer item={item} />
    </NextIntlClientProvider>,
  );

test("our response is OK or not, and its status stands in the title", () => {
  expect(show({ answered: { status: 200, body: "OK", ms: 12 }, seen: 1 })).toBe(
    '<span title="200 OK, decided after 12 ms">OK</span>',
  );
  const refused = show({ answered: { status: 503, body: "no certificate", ms: 3 }, seen: 5 });
  expect(refused).toBe('<span title="503 no certificate, decided after 3 ms">Not OK · 5×</span>');
});
