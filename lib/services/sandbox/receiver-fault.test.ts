import { afterAll, beforeAll, expect, test } from "vitest";
import { saveMerchant } from "#lib/db/lockout/credentials.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { listAudit } from "../audit/list-audit.ts";
import { beginReceiverFault, endReceiverFault, getReceiverFault } from "./receiver-fault.ts";

const merchant = "corner-cafe";
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 10, slugs: [merchant] });
});
afterAll(() => fixture.drop());

const here = () => ({ environment: "sandbox", merchant, sandbox: fixture.gateway }) as const;

test("it is begun for one merchant, shown to everybody, ended, and both are audited", async () => {
  expect(await getReceiverFault(fixture.ctx({ role: "viewer" }), here())).toEqual({ fault: null });
  const begun = await beginReceiverFault(fixture.ctx({ role: "support" }), { ...here(), input: { kind: "late", count: 3 } });
  expect(begun).toMatchObject({ fault: { kind: "late", left: 3 } });
  expect(await getReceiverFault(fixture.ctx({ role: "viewer" }), here())).toEqual(begun);
  await endReceiverFault(fixture.ctx({ role: "support" }), here());
  expect(await getReceiverFault(fixture.ctx(), here())).toEqual({ fault: null });
  const { items } = await listAudit(fixture.ctx(), { environment: "sandbox", input: {} });
  expect(items.slice(0, 2).map(({ act, target, merchant: slug }) => [act, target, slug])).toEqual([
    ["scenario.ended", "receiver", merchant],
    ["scenario.begun", "receiver_late", merchant],
  ]);
});

test("every other environment, another merchant and a viewer are refused, and values have limits", async () => {
  const begin = (place: object, input: object = { kind: "error" }, person = {}) =>
    beginReceiverFault(fixture.ctx(person), { ...here(), ...place, input });
  // Merchants of the same name, which this account may see.
  const person = { environments: ["sandbox", "demo", "production"] } as const;
  for (const environment of ["demo", "production"] as const) {
    const { db, vault } = fixture.ctx();
    const secrets = { clientId: `cli_${environment}`, clientSecret: "sec", sid: "1", by: "test" };
    await saveMerchant(db, vault, { environment, slug: merchant, name: merchant, ...secrets });
    const place = { ...here(), environment };
    await expect(begin({ environment }, { kind: "error" }, person)).rejects.toMatchObject({ code: "not_found" });
    await expect(getReceiverFault(fixture.ctx(person), place)).rejects.toMatchObject({ code: "not_found" });
    await expect(endReceiverFault(fixture.ctx(person), place)).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(begin({ sandbox: undefined })).rejects.toMatchObject({ code: "not_found" });
  await expect(begin({ merchant: "nobody" })).rejects.toMatchObject({ code: "not_found" });
  await expect(begin({}, { kind: "error" }, { role: "viewer" })).rejects.toMatchObject({ code: "forbidden" });
  for (const input of [{ kind: "error", count: 21 }, { kind: "error", minutes: 61 }, { kind: "crash" }, {}]) {
    await expect(begin({}, input)).rejects.toMatchObject({ code: "invalid_input" });
  }
  expect(await getReceiverFault(fixture.ctx(), here())).toEqual({ fault: null });
});
