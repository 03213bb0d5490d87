import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "#lib/queries/api-error.ts";
import { useFieldErrors } from "./use-field-errors.ts";

function Form({ error }: { error: unknown }) {
  const { problemOf, otherError } = useFieldErrors(error, ["name", "email"]);
  return `name: ${problemOf("name") ?? "-"}; email: ${problemOf("email") ?? "-"}; notice: ${otherError ? "yes" : "no"}`;
}

function show(error: unknown): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC">
      <Form error={error} />
    </NextIntlClientProvider>,
  );
}

const refused = (fields: { field: string; message: string }[]) =>
  new ApiError({ code: "invalid_request", message: "Check the fields.", status: 400, fields });

test("problems of a form's own fields stand at the fields, without a notice", () => {
  expect(show(refused([{ field: "name", message: "Too long" }]))).toBe("name: Too long; email: -; notice: no");
});

test("a problem of no field of the form is in the notice, however many others have a field", () => {
  const fields = [
    { field: "email", message: "Taken" },
    { field: "role", message: "Unknown" },
  ];
  expect(show(refused(fields))).toBe("name: -; email: Taken; notice: yes");
});

test("an error without fields is in the notice, and without an error there is none", () => {
  expect(show(refused([]))).toContain("notice: yes");
  expect(show(new Error("network"))).toContain("notice: yes");
  expect(show(null)).toContain("notice: no");
});
