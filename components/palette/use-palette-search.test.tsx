import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "#components/ui/toast.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import palette from "../../messages/en/palette.json" with { type: "json" };
import { usePaletteSearch } from "./use-palette-search.tsx";

const opened: string[] = [];
const stored: unknown[] = [];

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: (address: string) => opened.push(address) }) }));
vi.mock("./use-palette-items.ts", () => ({ usePaletteItems: () => [] }));

beforeEach(() => {
  opened.length = 0;
  stored.length = 0;
  vi.stubGlobal("location", { href: "https://counterfoil.example/sandbox" });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const list = JSON.parse(body);
    stored.push(list);
    return Response.json({ ...list, id: "list-1", createdBy: "Ana", expiresAt: "2026-12-31T00:00:00.000Z" }, { status: 201 });
  });
});

/** What looks up the references of the text. */
function lookUpOf(text: string) {
  let found: ReturnType<typeof usePaletteSearch>["items"][number] | undefined;
  function Search() {
    found = usePaletteSearch(text).items.find(({ group }) => group === "everywhere");
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common, palette }}>
        <Search />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return found;
}

const referencesOf = (count: number) => Array.from({ length: count }, (_, index) => `POSA026004170${index + 10}`);

test("a lookup of pasted references holds as many as it says, however many are pasted", async () => {
  const references = referencesOf(50);
  const entry = lookUpOf(references.join("\n"));
  expect(entry?.label).toBe("Look up all 50 references");
  expect(entry?.href).toBeUndefined();
  entry?.act?.();
  await expect.poll(() => opened).toEqual(["/sandbox/lookup?list=list-1"]);
  expect(stored).toEqual([{ references }]);
});

test("whoever went to another page meanwhile stays there, and is told that the lookup is ready", async () => {
  const told = vi.spyOn(toast, "success").mockImplementation(() => {});
  lookUpOf(referencesOf(50).join("\n"))?.act?.();
  vi.stubGlobal("location", { href: "https://counterfoil.example/sandbox/payments/new" });
  await expect.poll(() => told.mock.calls).toEqual([["Lookup ready", expect.objectContaining({ label: "View" })]]);
  expect(opened).toEqual([]);
  told.mock.calls[0]?.[1]?.onPress();
  expect(opened).toEqual(["/sandbox/lookup?list=list-1"]);
});

test("a single one is named as such", () => {
  expect(lookUpOf(`Please look at this:\n${referencesOf(1)}`)?.label).toBe("Look up 1 reference");
});

test("a few of them are part of its address", () => {
  const references = referencesOf(20);
  const href = `/sandbox/lookup?refs=${encodeURIComponent(references.join(","))}`;
  expect(lookUpOf(references.join("\n"))).toMatchObject({ label: "Look up all 20 references", href });
});
