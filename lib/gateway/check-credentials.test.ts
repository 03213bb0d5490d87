import { expect, test } from "vitest";
import { checkCredentials } from "./check-credentials.ts";

test("mistakes in a pair name its fields as the forms do", () => {
  const texts = [
    { clientId: "foo", clientSecret: "bar" },
    { clientId: "", clientSecret: "" },
    { clientId: "client_ 1", clientSecret: "secret_" },
    { clientId: "secret_1", clientSecret: "sec_1" },
    { clientId: "client_1", clientSecret: "secret_1" },
  ].flatMap((pair) => Object.values(checkCredentials("integration", pair)).flat());
  expect(texts).toHaveLength(10);
  for (const { field, message } of texts) expect(message).toMatch(field === "clientId" ? /^Client ID / : /^Client secret /);
});
