import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "#components/ui/toast.ts";
import type { View } from "#lib/queries/views.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import errors from "../../messages/en/errors.json" with { type: "json" };
import views from "../../messages/en/views.json" with { type: "json" };
import { useDeleteView } from "./use-delete-view.ts";

vi.mock("next/navigation", () => ({ useRouter: () => ({ replace: () => {} }) }));

const view: View = { id: "v1", name: "Large", search: {}, isDefault: false, isShared: true, author: null, mayChange: true };

const sent: (string | undefined)[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (_: string, { method }: { method?: string }) => {
    sent.push(method);
    return new Response(null, { status: 204 });
  });
});

/** The buttons in what is said once the view was deleted. */
async function deleteIt(deleted: View): Promise<(string | undefined)[]> {
  const said = vi.spyOn(toast, "success").mockImplementation(() => {});
  let remove: ReturnType<typeof useDeleteView> | undefined;
  function Deleting() {
    remove = useDeleteView({ list: "payments", scope: { environment: "sandbox", merchant: null } }, () => {});
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common, errors, views }}>
        <Deleting />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  await remove?.mutateAsync(deleted);
  expect(said.mock.calls.map(([text]) => text)).toEqual(["View “Large” deleted"]);
  return said.mock.calls.map(([, action]) => action?.label);
}

test("the deletion of one's own view can be undone", async () => {
  expect(await deleteIt(view)).toEqual(["Undo"]);
  expect(sent).toEqual(["DELETE"]);
});

test("that of a colleague's view cannot: it would come back as a view of the one who deleted it", async () => {
  expect(await deleteIt({ ...view, author: "Ana" })).toEqual([undefined]);
  expect(sent).toEqual(["DELETE"]);
});
