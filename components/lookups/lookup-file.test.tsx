import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import lookups from "../../messages/en/lookups.json" with { type: "json" };
import { FileProblem } from "./lookup-file.tsx";
import { readLookupFile } from "./read-lookup-file.ts";

async function problemOf(content: BlobPart): Promise<string> {
  const error = await readLookupFile(new File([content], "orders.csv")).then(
    () => new Error("It was read."),
    (thrown: unknown) => thrown,
  );
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ lookups }}>
      <FileProblem error={error} />
    </NextIntlClientProvider>,
  );
}

test("a file that is not taken says what is wrong with it", async () => {
  expect(await problemOf("\n \n")).toContain("The file has no lines.");
  expect(await problemOf('Order,Total\nA,"1\nB,2')).toContain("Line 3 can&#x27;t be read. Check its quotation marks.");
  expect(await problemOf(`Order\n${"1001\n".repeat(sharedReferencesMax + 1)}`)).toContain(
    "The file has more than 200,000 lines. Split it.",
  );
  expect(await problemOf("PK\x03\x04 broken")).toContain("The file can&#x27;t be read. Save it as CSV and try again.");
  expect(await problemOf(new Uint8Array(26 * 1_048_576))).toContain("The file is larger than 25 MB. Split it.");
});
