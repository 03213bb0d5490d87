import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import common from "../../messages/en/common.json" with { type: "json" };
import { DialogForm, type DialogFormProps } from "./dialog-form.tsx";

function show(state: Pick<DialogFormProps, "isPending" | "isSending">): string[] {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common }}>
      <DialogForm submitLabel="Refund 10.00 EUR" onSubmit={() => {}} {...state} />
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/<button([^>]*)>([^<]*)/g)].map(
    ([, attributes = "", label = ""]) => `${label || "Refund"}: ${attributes.includes(' disabled=""') ? "disabled" : "enabled"}`,
  );
}

test("what is being sent cannot be cancelled, so that its result is seen", () => {
  expect(show({})).toContain("Cancel: enabled");
  expect(show({ isPending: true })).toContain("Cancel: disabled");
});

test("a dialog can be closed while its button only waits for what it reads", () => {
  expect(show({ isPending: true, isSending: false })).toContain("Cancel: enabled");
  expect(show({ isSending: true })).toContain("Cancel: disabled");
});
