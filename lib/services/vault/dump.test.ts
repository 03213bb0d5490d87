import { sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transactionViews } from "#lib/contract/view.ts";
import { raiseAlert } from "#lib/db/alerts/alerts.ts";
import { lockSealedWithOtherKey, sealedColumns } from "#lib/db/connection/sealed-values.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { createSandboxStorage } from "#lib/db/environments/sandbox-storage.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import { saveIntegration, saveMerchant } from "#lib/db/lockout/credentials.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { readPublicKey } from "#lib/notifications/verification/certificate.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { saveAlertChannel } from "../alerts/channels/save-channel.ts";
import { commentAlert } from "../alerts/comment-alert.ts";
import { listAlerts } from "../alerts/list-alerts.ts";
import { shareLookup } from "../bulk-lookup/share-lookup.ts";
import type { ServiceContext } from "../context.ts";
import { createEndpoint } from "../endpoints/endpoints.ts";
import { createNote } from "../notes/write-note.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { processDeliveries } from "../notifications/process-deliveries.ts";
import { revealNotification } from "../notifications/reveal-notification.ts";
import { createPayment } from "../payments/create-payment.ts";
import { startTinyEpos, type TinyEpos } from "../payments/testing/tiny-epos.ts";
import { beginSecondFactor, confirmSecondFactor } from "../session/enrol-second-factor.ts";
import { signIn } from "../session/sign-in.ts";
import { acceptInvitation } from "../staff/accept-invitation.ts";
import { inviteStaff } from "../staff/invite-staff.ts";
import { changeTags } from "../tags/change-tags.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { createView } from "../views/views.ts";

const merchants = ["cafe", "shop"] as const;
let epos: TinyEpos;
let fixture: TestFixture;
let ctx: ServiceContext;

/** Everything that must not be readable anywhere, with its origin. */
const canaries = new Map<string, string>();
function plant(where: string, value: string): string {
  canaries.set(value, where);
  return value;
}

const email = (where: string) => plant(where, `anna.${canaries.size}@canary-mail.example`);
const phone = (where: string) => plant(where, `+35988800${String(canaries.size).padStart(4, "0")}`);
const token = (where: string) => plant(where, `canarytoken${canaries.size}x${"7f".repeat(12)}`);
const name = (where: string) => plant(where, `Canaryova${canaries.size}q`);
const words = (where: string) => `for ${name(where)}, ${email(where)}, ${phone(where)}, ${token(where)}`;

beforeAll(async () => {
  epos = await startTinyEpos();
  epos.ledger = [1, 2].map((id) => ({
    id: String(9_000 + id),
    payment_reference: `REF900${id}`,
    transaction_type: "013",
    date: "2026-03-04T14:00:00",
    sign: "credit",
    transaction_amount: 18.4,
    transaction_currency: "EUR",
    description: words("a ledger row's description"),
    billing_descriptor: words("a ledger row's descriptor"),
    payer: { email: email("a ledger row's member"), phones: [phone("a ledger row's list")] },
    card_token: token("a ledger row's card token"),
  }));
  const pair = {
    partnerId: "p",
    applicationId: "a",
    clientId: token("integration id"),
    clientSecret: token("integration secret"),
  };
  fixture = await createTestFixture({
    upstream: {
      baseUrl: epos.url,
      ...pair,
      merchants: merchants.map((slug) => ({ slug, clientId: token("merchant id"), clientSecret: token("merchant secret") })),
    },
    fetch: withCanaryTokens,
  });
  ctx = fixture.ctx();
  await connect(pair);
  await admitStaff();
  for (const slug of merchants) await workFor(slug);
  await processDeliveries({ db: ctx.db, vault: ctx.vault, log: ctx.log, clock: ctx.clock });
});
afterAll(async () => {
  await epos.close();
  await fixture.drop();
});

const accessToken = token("access token");

const withCanaryTokens: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!String(input instanceof Request ? input.url : input).endsWith("/oauth/token")) return answer;
  return Response.json({ ...(await answer.json()), access_token: accessToken });
};

async function connect(pair: { partnerId: string; applicationId: string; clientId: string; clientSecret: string }) {
  const { db, vault } = ctx;
  const by = ctx.staff.storedName;
  for (const id of ["demo", "production"]) {
    await saveIntegration(db, vault, { id, baseUrl: "https://gateway.example", ...pair, options: {}, by });
  }
  const secrets = { clientId: token("merchant id"), clientSecret: token("merchant secret") };
  for (const slug of ["one", "two"]) {
    await saveMerchant(db, vault, { environment: "demo", slug, name: slug, ...secrets, sid: null, by });
  }
  const storage = createSandboxStorage({ db, vault });
  for (const key of ["1", "2"]) {
    await storage.insert({ kind: "order", key, group: "", at: 0, tag: "", value: { customer: words("a sandbox order") } });
  }
}

async function admitStaff(): Promise<void> {
  const { db, vault, clock } = ctx;
  for (const role of ["support", "admin"]) {
    const address = email("an invitation");
    const { link } = await inviteStaff(ctx, { email: address, role, permissions: [], merchants: null });
    const linkToken = plant("a link", link.split("#")[1] ?? "");
    const password = plant("a password", `canary password ${role} 2026`);
    const agent = { db, vault, clock, peer: "192.0.2.7", userAgent: "test", previousIdHash: undefined };
    const joined = await acceptInvitation(agent, { token: linkToken, password });
    if (!("sessionId" in joined)) throw new Error("The invitation led to no session.");
    plant("a session", joined.sessionId);
    const signedIn = await signIn(agent, { email: address, password });
    if (!("sessionId" in signedIn)) throw new Error("The sign-in led to no session.");
    plant("a session", signedIn.sessionId);
    await signIn(agent, { email: email("a failed sign-in"), password }).catch(() => {});
    const person = await staffNamed(address);
    const own = { ...ctx, staff: { ...ctx.staff, ...person } };
    const { secret } = await beginSecondFactor(own);
    plant("a TOTP secret", secret);
    const { recoveryCodes } = await confirmSecondFactor(own, { code: new TOTP({ secret }).generate() });
    for (const code of recoveryCodes) plant("a recovery code", code);
    await beginSecondFactor(own);
  }
}

async function staffNamed(address: string): Promise<{ id: string; email: string; storedName: string }> {
  const person = await findStaffByEmail(ctx.db, ctx.vault, address);
  if (!person) throw new Error("Nobody has this address.");
  return { id: person.id, email: person.email, storedName: person.storedName };
}

async function workFor(merchant: string): Promise<void> {
  const { db, vault } = ctx;
  await listMerchantTransactions(ctx, { environment, merchant, input: {} });
  const input = {
    amountMinor: 1234,
    currency: "EUR",
    terminalId: "81000001",
    description: `${name("a payment's description")} ${email("a payment's description")}`,
    extra: { customer: { email: email("a payment's extra"), token: token("a payment's extra") } },
  };
  await createPayment(ctx, { environment, merchant, idempotencyKey: `key-${merchant}`, input });

  const view = {
    name: `One person at ${merchant}`,
    merchant,
    search: { q: email("a view's search") },
    movingDays: null,
    columns: null,
  };
  await createView(ctx, { environment, input: { ...view, isDefault: false }, contract: transactionViews });
  await createNote(ctx, { environment, merchant, input: { reference: "REF9001", text: words("a note") } });
  const add = [plant("a tag", `Canary tag ${merchant}`)];
  await changeTags(ctx, { environment, input: { records: [{ merchant, reference: "REF9001" }], add } });
  const raised = { environment, merchantId: null, rule: "silence" as const, subject: merchant, at: new Date(), count: 1 };
  await raiseAlert(db, raised);
  const [alert] = (await listAlerts(ctx, { environment, input: { status: "open", limit: 1 } })).items;
  await commentAlert(ctx, { environment, id: alert?.id ?? "", input: { text: words("an alert's comment") } });
  const url = `https://${token("a channel's address")}.example/hook`;
  const senders = { mail: undefined, post: async () => ({ status: 200, problem: null }), checkTarget: async () => ({ url }) };
  const channel = { kind: "webhook", name: "On-call", isOn: true, severities: ["critical"], language: "en", url };
  const { secret = "" } = await saveAlertChannel(ctx, { environment, senders, input: { team: channel } });
  plant("a channel's secret", secret);
  await shareLookup(ctx, { environment, input: { references: ["REF9001"] } });

  const signer = createSigner();
  const { id } = await createEndpoint(ctx, {
    environment,
    merchant,
    input: { sid: "000000000000010", certificates: [signer.publicKeyPem] },
  });
  const target = { mode: "desk_answers" as const, url: `https://shop.example/notify?key=${token("a shop's address")}` };
  await saveForwardTarget(db, vault, { endpointId: id, target, by: ctx.staff.storedName, at: new Date() });
  const received = await receive(id, [
    signedBody(notifyEntries({}, personalEntries("a notification")), signer),
    signedBody(notifyEntries({ orderId: "HB-2" }, personalEntries("an unverified notification")), createSigner()),
    words("a body that is no form"),
  ]);
  const reason = { reason: words("a reason") };
  await revealNotification(ctx, { environment, merchant, id: received[0] ?? "", input: reason });
  await listNotifications(ctx, { environment, merchant, input: { q: email("a search") } });
}

function personalEntries(where: string): (readonly [string, string])[] {
  return [
    ["CardToken", token(where)],
    ["CustomerEmail", email(where)],
    ["CustomerPhone", phone(where)],
    ["CustomerFirstNames", name(where)],
    ["CustomerFamilyName", name(where)],
    ["Note", `call ${phone(where)} or write to ${email(where)}`],
    ["CustomerAddress", name(where)],
  ];
}

async function receive(endpointId: string, bodies: readonly string[]): Promise<string[]> {
  const { db, vault } = ctx;
  const stored = await createEndpointSource({ db, vault }).findOne(endpointId);
  if (!stored) throw new Error("There is no such endpoint.");
  const keys = stored.certificates.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) }));
  const record = createDeliveryRecord({ db, vault });
  const ids: string[] = [];
  for (const body of bodies) {
    const circumstances = { header: () => undefined, peer: "192.0.2.7", receivedAt: new Date() };
    const verified = toDelivery(Buffer.from(body), { ...stored, keys }, circumstances);
    await record.save({ ...verified, answer: { status: 200, body: "OK", ms: 1 } }, { signal: new AbortController().signal });
    ids.push(verified.id);
  }
  return ids;
}

/** Every row of every table as text, as in a dump; bytes as hexadecimal digits. */
async function dump(): Promise<string> {
  const { rows: tables } = await ctx.db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { schema, name: table } of tables) {
    const { rows } = await ctx.db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(table)} t`,
    );
    texts.push(...rows.map(({ row }) => `${schema}.${table}: ${row}`));
  }
  return texts.join("\n");
}

/** The value in clear, as bytes, or in another encoding. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : shift + 1)
      .replace(/.?.?=*$/, ""),
  );
  return [
    value.toLowerCase(),
    bytes.toString("hex"),
    encodeURIComponent(value).toLowerCase(),
    ...base64.map((item) => item.toLowerCase()),
  ];
}

test("a dump without the keys contains no credential, token, session, password, e-mail, phone, name or CardToken", async () => {
  const text = (await dump()).toLowerCase();
  expect(text).toContain("ref9001");
  expect(text.length).toBeGreaterThan(20_000);
  expect(canaries.size).toBeGreaterThan(100);
  const found = [...canaries].flatMap(([value, where]) => {
    const at = spellingsOf(value)
      .map((spelling) => text.indexOf(spelling))
      .find((index) => index >= 0);
    return at === undefined
      ? []
      : [`${where}: ${text.slice(text.lastIndexOf("\n", at) + 1, at + 40).slice(0, 60)} … ${text.slice(at - 40, at + 40)}`];
  });
  expect(found).toEqual([]);
});

test("it contains no other text in the form of an e-mail address", async () => {
  const addresses = (await dump()).match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? [];
  expect(addresses).toEqual([]);
});

test.each(sealedColumns.map((place) => [`${place.table}.${place.column}`, place] as const))(
  "%s is filled here, and shows when two rows were exchanged or one bit was flipped",
  async (_, place) => {
    const values = await ctx.db.transaction((tx) =>
      lockSealedWithOtherKey(tx, place, { prefix: Buffer.from([0xff]), after: undefined, limit: 50 }),
    );
    expect(values.length).toBeGreaterThan(1);
    const contextOf = (row: string) => ({ table: place.table, row, column: place.column });
    const sealed = values.filter(({ value }) => value.toString() !== "sealed");
    for (const [at, { row, value }] of sealed.entries()) {
      expect(() => ctx.vault.open(value, contextOf(row))).not.toThrow();
      const other = sealed[(at + 1) % sealed.length];
      expect(() => ctx.vault.open(value, contextOf(other?.row ?? ""))).toThrow(VaultError);
      const bent = Buffer.from(value);
      bent[bent.length - 1] = (bent[bent.length - 1] ?? 0) ^ 1;
      expect(() => ctx.vault.open(bent, contextOf(row))).toThrow(VaultError);
    }
  },
);
