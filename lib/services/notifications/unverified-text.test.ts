import { afterAll, beforeAll, expect, test } from "vitest";
import { addCertificates } from "#lib/db/endpoints/endpoints.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { getNotification } from "./get-notification.ts";
import { readRawBody } from "./internal/read-raw-body.ts";
import { listNotifications } from "./list-notifications.ts";
import { createReceiveFixture, type ReceiveFixture } from "./testing/receive-fixture.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe", "hotel"]);
});
afterAll(() => fixture.drop());

const shownMax = 501;
const long = (name: string) => `${name}${"x ".repeat(20_000)}end-of-${name}`;
const show = (merchant: string, id: string) => getNotification(fixture.ctx(), { environment, merchant, id });
const find = async (merchant: string, q: string) =>
  (await listNotifications(fixture.ctx(), { environment, merchant, input: { q } })).items.map(({ id }) => id);

test("of a forged body only the beginning of each name and value is indexed, masked and shown; its bytes stay complete", async () => {
  const body = signedBody(notifyEntries({ orderId: long("order") }, [[long("name"), "1"]]), createSigner());
  const id = await fixture.receive("cafe", body);
  await fixture.fold();
  expect(await find("cafe", "end-of-order")).toEqual([]);
  const { orderId, fields, working } = await show("cafe", id);
  const texts = [orderId ?? "", ...working.receivedOrder, ...fields.flatMap(({ name, value }) => [name, value])];
  expect(Math.max(...texts.map(({ length }) => length))).toBe(shownMax);
  expect(orderId).toMatch(/^order.*…$/);
  const reason = "The gateway asks for the bytes.";
  expect((await readRawBody(fixture.ctx(), { environment, merchant: "cafe", id, reason })).toString()).toBe(body);
});

test("one that is later verified is indexed completely", async () => {
  const signer = createSigner();
  const orderId = long("later");
  const body = signedBody(notifyEntries({ orderId }), signer);
  const id = await fixture.receive("hotel", body);
  const parsed = parseCertificateInput(signer.publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  const { certificates } = parsed;
  await addCertificates(fixture.ctx().db, { endpointId: fixture.endpointId("hotel"), certificates, by: "test" });
  expect(await fixture.receive("hotel", body)).not.toBe(id);
  expect((await show("hotel", id)).orderId).toBe(orderId);
});
