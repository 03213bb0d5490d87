import { afterAll, beforeAll, expect, test } from "vitest";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { expireRecentAuth, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin", hasSecondFactor: true });
  await app.addMerchant("corner-cafe", "production");
  await expireRecentAuth(app, admin);
});
afterAll(() => app.close());

const pem = "-----BEGIN CERTIFICATE-----";

async function answerTo(path: string, body: unknown, method = "POST") {
  const { error } = await (await send({ method, path, cookie: admin.cookie, body })).json();
  return { code: error?.code, fields: (error?.fields ?? []).map(({ field }: { field: string }) => field) };
}

// Somebody who typed their password should not then read that a field was wrong.
test.each([
  ["/api/staff/invitations", () => ({ email: admin.email, role: "viewer" }), "email"],
  ["/api/production/corner-cafe/endpoints", () => ({ sid: "000000000000010", certificates: [pem] }), "certificates.0"],
  ["/api/production/corner-cafe/connection/try-once-more", () => ({ half: "session", name: "another name" }), "name"],
  [
    "/api/production/corner-cafe/connection/counter-was-reset",
    () => ({ half: "session", name: "another name", confirmed: true }),
    "name",
  ],
  ["/api/session/password", () => ({ current: admin.password, password: "short" }), "password"],
])("%s names a wrong field before it asks for the password", async (path, body, field) => {
  expect(await answerTo(path, body())).toEqual({ code: "invalid_input", fields: [field] });
});

test("changes of an unknown account or endpoint are refused before the password is asked for", async () => {
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect((await answerTo(`/api/staff/${nobody}`, { disabled: true }, "PATCH")).code).toBe("not_found");
  expect((await answerTo(`/api/staff/${admin.id}`, { disabled: true }, "PATCH")).code).toBe("conflict");
  const path = `/api/production/corner-cafe/endpoints/${createEndpointId()}`;
  expect((await answerTo(path, { sid: "000000000000010" }, "PATCH")).code).toBe("not_found");
});

test("correct fields still need the password", async () => {
  const body = { email: "new@counterfoil.example", role: "viewer" };
  expect((await answerTo("/api/staff/invitations", body)).code).toBe("proof_required");
  const sid = "000000000000010";
  expect((await answerTo("/api/production/corner-cafe/endpoints", { sid })).code).not.toBeUndefined();
});
