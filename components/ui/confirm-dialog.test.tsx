import { NextIntlClientProvider } from "next-intl";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import common from "../../messages/en/common.json" with { type: "json" };
import { ConfirmForm } from "./confirm-dialog.tsx";

/** What a dialog shows the moment it is opened. */
function open(props: Partial<ComponentProps<typeof ConfirmForm>>): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common }}>
      <ConfirmForm failedTitle="Not deleted" error={null} submitLabel="Delete" onSubmit={() => {}} {...props} />
    </NextIntlClientProvider>,
  );
}

test("a dialog that is opened again does not show the error of the opening before", () => {
  expect(open({})).toContain("Delete");
  expect(open({ error: new Error("This link was already used") })).not.toContain("Not deleted");
});

test("what has to be typed is empty and not complained about until the button is pressed", () => {
  const shown = open({ typedName: { label: "Type production", expected: "production" } });
  expect(shown).toContain("Type production");
  expect(shown).toContain('value=""');
  expect(shown).not.toContain("aria-invalid");
});
