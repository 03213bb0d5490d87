// @module-tag long: starts the program again for each case.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listMerchantRows } from "#lib/db/merchants/merchants.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";

let store: TestStore;
let gateway: TinyGateway;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  [store, gateway, folder] = await Promise.all([
    createTestStore(),
    startTinyGateway(),
    mkdtemp(path.join(tmpdir(), "counterfoil-connect-")),
  ]);
  settings = {
    DATABASE_URL: store.url,
    DATA_DIR: folder,
    GATEWAY_HOSTS: gateway.host,
    SESSION_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
  await store.drop();
});

const merchant = (slug: string) => ({ slug, name: slug, clientId: `cli_canary${slug}`, clientSecret: `sec_canary${slug}` });
const content = () => ({
  baseUrl: gateway.url,
  partnerId: "p",
  applicationId: "a",
  clientId: "client_canary",
  clientSecret: "secret_canary",
  merchants: [merchant("cafe"), merchant("bakery")],
});

type Ended = { code: number; out: string; err: string };

async function connect(text: string, args = ["--env", "demo"]): Promise<Ended> {
  const file = path.join(folder, "connect.json");
  await writeFile(file, text);
  await chmod(file, 0o600);
  return run([...args, "--file", file]);
}

function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = { env: { ...process.env, ...settings, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/connect.ts", ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test("the file's merchants are connected, counted, and a second time unchanged; no gateway call is made", {
  meta: { slow: "Runs the command as a process of its own, twice." },
}, async () => {
  const first = await connect(JSON.stringify(content()));
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("Merchants: 2 added, 0 changed, 0 unchanged.");
  const second = await connect(JSON.stringify(content()));
  expect(second.out).toContain("Merchants: 0 added, 0 changed, 2 unchanged.");
  expect(first.out + second.out).not.toContain("canary");
  expect(gateway.requests).toEqual([]);
  expect((await listMerchantRows(store.db, "demo", 100)).map((row) => row.slug)).toEqual(["bakery", "cafe"]);
});

test("a store's certificates make its endpoint once, and connecting again adds no other", {
  meta: { slow: "Runs the command as a process of its own, twice." },
}, async () => {
  const certificate = await readFile("lib/notifications/testing/vectors/test-store-cert.pem", "utf8");
  const shop = { ...merchant("kiosk"), sid: "000000000000010", certificates: [certificate] };
  const first = await connect(JSON.stringify({ ...content(), merchants: [shop] }));
  expect(first).toMatchObject({ code: 0, err: "" });
  const again = await connect(JSON.stringify({ ...content(), merchants: [shop] }));
  expect(again.out).toContain("Merchants: 0 added, 0 changed, 1 unchanged.");
  const { rows } = await store.db.execute(sql`select sid from notify_endpoint`);
  expect(rows).toEqual([{ sid: "000000000000010" }]);
});

test("--check signs each merchant in once, through the permit, and says in words who was refused", {
  meta: { slow: "Runs the command as a process of its own." },
}, async () => {
  gateway.refused.set("cli_canarybakery", 400);
  const { code, out, err } = await connect(JSON.stringify(content()), ["--env", "demo", "--check"]);
  expect(err).toBe("");
  expect(out).toMatch(/cafe: signed in, and the list answered\./);
  expect(out).toMatch(/bakery: .*rejected/);
  expect(out).toContain("1 of 2 merchants answered.");
  expect(code).toBe(1);
  expect(gateway.tokenCalls).toBe(1);
  expect(gateway.sessionCalls).toEqual(
    new Map([
      ["cli_canarycafe", 1],
      ["cli_canarybakery", 1],
    ]),
  );
  await connect(JSON.stringify(content()), ["--env", "demo", "--check"]);
  expect(gateway.sessionCalls.get("cli_canarybakery")).toBe(1);
});

test.each<[string, () => string, RegExp]>([
  ["half a JSON", () => '{"clientSecret":"secret_canary', /is not valid JSON/],
  ["text in place of JSON", () => "secret_canary", /is not valid JSON/],
  ["a file that lacks what is needed", () => JSON.stringify({ baseUrl: gateway.url }), /partnerId: /],
  [
    "an unlisted host",
    () => JSON.stringify({ ...content(), baseUrl: "https://gateway.example" }),
    /gateway\.example isn't allowed/,
  ],
])(
  "%s ends with code 1 and lines that hold no secret",
  { meta: { slow: "Runs the command as a process of its own." } },
  async (_, toText, line) => {
    const { code, err, out } = await connect(toText());
    expect(code).toBe(1);
    expect(err).toMatch(line);
    expect(err + out).not.toMatch(/canary|at .*\.ts:/);
  },
);

test.each<[string, string[], RegExp]>([
  ["no environment", ["--file", "x.json"], /--env is demo or production/],
  ["the sandbox", ["--env", "sandbox", "--file", "x.json"], /sandbox is built in/],
  ["no file", ["--env", "demo"], /--file is missing/],
  ["a file that is not there", ["--env", "demo", "--file", "/nowhere/x.json"], /cannot be read/],
  ["an unknown option", ["--env", "demo", "--secret", "x"], /--secret/],
])("%s is one clear line and code 1", async (_, args, line) => {
  const { code, err } = await run(args);
  expect(code).toBe(1);
  expect(err).toMatch(line);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test("other keys than the database was made with are refused by name, and nothing is changed", async () => {
  const before = await store.db.execute(sql`select max(updated_at) as at from merchant`);
  const file = path.join(folder, "other.json");
  await writeFile(file, JSON.stringify(content()), { mode: 0o600 });
  const other = { VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}` };
  const { code, err } = await run(["--env", "demo", "--file", file], other);
  expect(code).toBe(1);
  expect(err).toContain("VAULT_KEYS");
  const after = await store.db.execute(sql`select max(updated_at) as at from merchant`);
  expect(after.rows).toEqual(before.rows);
});
