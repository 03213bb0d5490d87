import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings, type Settings, SettingsError, secretNames, settingNames } from "./settings.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "counterfoil-settings-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const load = (env: Record<string, string> = {}) => loadSettings({ DATA_DIR: path.join(folder, "data"), ...env });

function problems(env: Record<string, string>): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const keys = { SESSION_KEYS: `s:${"x".repeat(32)}`, VAULT_KEYS: `v:${Buffer.alloc(32, 7).toString("base64")}` };

describe("the settings", () => {
  it("have the defaults of docs/configuration.md when unset or empty", () => {
    for (const env of [undefined, { PORT: "", SANDBOX: " ", DATABASE_URL: "" }]) {
      expect(load(env)).toMatchObject({
        port: 3000,
        host: "127.0.0.1",
        publicOrigin: "http://localhost:3000",
        isLocalOrigin: true,
        databaseUrl: undefined,
        databasePool: 24,
        notifyPool: 6,
        migrate: "auto",
        spoolBytesMax: 4_294_967_296,
        drainSeconds: 0,
        gatewayHosts: ["demo-api-gateway.mypos.com", "api-gateway.mypos.com"],
        forwardHosts: [],
        sync: { callsPerSecond: 10, concurrency: 6 },
        sandbox: true,
        sandboxTransactions: 12_000,
        sandboxMerchants: 10,
        sandboxLive: true,
        sandboxHistory: true,
      });
    }
  });

  it("read the sign-in provider, complete or not at all, and its authentication classes with two factors", () => {
    const provider = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "s" };
    expect(load(provider).oidc).toMatchObject({ name: "login.example.com", mfaAcr: [] });
    expect(load({ ...provider, OIDC_MFA_ACR: " urn:a  urn:b " }).oidc?.mfaAcr).toEqual(["urn:a", "urn:b"]);
    expect(problems({ OIDC_ISSUER: provider.OIDC_ISSUER })).toHaveLength(2);
    expect(problems({ ...provider, OIDC_MFA_ACR: "a".repeat(501) })[0]).toMatch(/^OIDC_MFA_ACR is too long/);
  });

  it("read the mail server and its sender, both or neither", () => {
    const mail = { SMTP_URL: "smtps://me:hunter2@mail.example.com:465", ALERT_FROM: "Counterfoil <alerts@example.com>" };
    expect(load(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.ALERT_FROM });
    expect(problems({ SMTP_URL: mail.SMTP_URL })[0]).toMatch(/^ALERT_FROM is missing/);
    expect(problems({ ALERT_FROM: mail.ALERT_FROM })[0]).toMatch(/^SMTP_URL is missing/);
    for (const url of ["https://mail.example.com", "mail.example.com", "smtp://mail.example.com/?tls.rejectUnauthorized=false"]) {
      expect(problems({ ...mail, SMTP_URL: url })[0]).toMatch(/^SMTP_URL is not a mail server/);
    }
    for (const signIn of ["alerts:50%off", "50%off:alerts"]) {
      expect(problems({ ...mail, SMTP_URL: `smtps://${signIn}@mail.example.com` })[0]).toMatch(/^SMTP_URL has a %/);
    }
    for (const from of ["alerts", "a@example.com, b@example.com", "A\r\nBcc: x@example.com <a@example.com>"]) {
      expect(problems({ ...mail, ALERT_FROM: from })[0]).toMatch(/^ALERT_FROM is not a sender/);
    }
  });

  it("derive the origin from the port, and turn the sandbox off where the origin is not this machine", () => {
    expect(load({ PORT: "4321" }).publicOrigin).toBe("http://localhost:4321");
    const away = load({ PUBLIC_ORIGIN: "https://desk.example.com", ...keys });
    expect(away).toMatchObject({ isLocalOrigin: false, sandbox: false, drainSeconds: 10, migrate: "check" });
    expect(load({ PUBLIC_ORIGIN: "https://desk.example.com", SANDBOX: "on", ...keys }).sandbox).toBe(true);
  });

  describe("that hold a secret", () => {
    const file = (text: string) => {
      writeFileSync(path.join(folder, "secret"), text);
      return path.join(folder, "secret");
    };

    it.each([
      ["DATABASE_URL", "postgres://me:hunter2@localhost/desk", ({ databaseUrl }: Settings) => databaseUrl],
      ["SESSION_KEYS", keys.SESSION_KEYS, ({ sessionKeys: [key] }: Settings) => `${key?.id}:${key?.secret}`],
      ["VAULT_KEYS", keys.VAULT_KEYS, ({ vaultKeys: [key] }: Settings) => `${key?.id}:${key?.key.toString("base64")}`],
      ["METRICS_TOKEN", "t".repeat(16), ({ metricsToken }: Settings) => metricsToken],
      ["SMTP_URL", "smtp://me:hunter2@mail.example.com", ({ mail }: Settings) => mail?.url],
      ["OIDC_CLIENT_SECRET", "hunter2", ({ oidc }: Settings) => oidc?.clientSecret],
    ])("are read from a file without the newline at its end, or given as %s, not both", (name, value, read) => {
      const provider = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "s" };
      const others = { ...provider, ALERT_FROM: "alerts@example.com", SMTP_URL: "smtp://mail.example.com", [name]: "" };
      expect(read(load({ ...others, [`${name}_FILE`]: file(`${value}\n`) }))).toBe(value);
      expect(problems({ ...others, [`${name}_FILE`]: file(value), [name]: value })).toEqual([
        `${name} and ${name}_FILE are both set; keep one of them.`,
      ]);
    });

    it("are all of those that docs/configuration.md names", () => {
      const documented = /^(`[A-Z_]+`(?:,| and)\s)+`[A-Z_]+`(?= may be read from a file)/m.exec(
        readFileSync("docs/configuration.md", "utf8"),
      );
      expect([...(documented?.[0] ?? "").matchAll(/[A-Z_]+/g)].join()).toBe(secretNames.join());
      expect(settingNames.filter((name) => /KEY|SECRET|TOKEN|PASSWORD|URL/.test(name))).toEqual(secretNames);
    });

    it("are named when their file is missing, empty or no file, and no key is generated instead", () => {
      const away = { PUBLIC_ORIGIN: "https://desk.example.com", SESSION_KEYS: keys.SESSION_KEYS };
      for (const env of [{ SESSION_KEYS: keys.SESSION_KEYS }, away]) {
        const unread = (name: string) => problems({ ...env, VAULT_KEYS_FILE: name });
        expect(unread(path.join(folder, "none"))).toEqual([expect.stringMatching(/^VAULT_KEYS_FILE .*\(ENOENT\); check/)]);
        expect(unread(folder)).toEqual([expect.stringMatching(/^VAULT_KEYS_FILE .*\(EISDIR\); check/)]);
        expect(unread(file("\n"))).toEqual([expect.stringMatching(/^VAULT_KEYS_FILE names an empty file; write/)]);
      }
      expect(problems({ ...keys, DATABASE_URL_FILE: file("mysql://me:hunter2@x/y\n") })).toEqual([
        expect.stringMatching(/^DATABASE_URL (?!.*hunter2)/),
      ]);
      problems({ SESSION_KEYS: keys.SESSION_KEYS, VAULT_KEYS_FILE: path.join(folder, "none") });
      expect(existsSync(path.join(folder, "data", "keys.json"))).toBe(false);
    });
  });

  it("read keys, hosts and numbers as given", () => {
    const two = Buffer.alloc(32, 9).toString("base64");
    const settings = load({
      SESSION_KEYS: `new:${"n".repeat(40)}, old:${"o".repeat(32)}`,
      VAULT_KEYS: `${keys.VAULT_KEYS},w:${two}`,
      GATEWAY_HOSTS: "LocalHost:4010, gateway.example.com",
      SANDBOX_TRANSACTIONS: "1000000",
      SANDBOX_MERCHANTS: "10000",
      SANDBOX_LIVE: "off",
    });
    expect(settings.sessionKeys).toEqual([
      { id: "new", secret: "n".repeat(40) },
      { id: "old", secret: "o".repeat(32) },
    ]);
    expect(settings.vaultKeys.map(({ id, key }) => [id, key.length, key[0]])).toEqual([
      ["v", 32, 7],
      ["w", 32, 9],
    ]);
    expect(settings.gatewayHosts.slice(2)).toEqual(["localhost:4010", "gateway.example.com"]);
    expect(settings).toMatchObject({ sandboxTransactions: 1_000_000, sandboxMerchants: 10_000, sandboxLive: false });
    expect(existsSync(path.join(folder, "data", "keys.json"))).toBe(false);
  });
});

describe("a mistake", () => {
  const mistakes: [name: string, value: string][] = [
    ["PORT", "abc"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["HOST", "not a host"],
    ["PUBLIC_ORIGIN", "desk.example.com"],
    ["PUBLIC_ORIGIN", "ftp://desk.example.com"],
    ["PUBLIC_ORIGIN", "http://localhost:3000/"],
    ["PUBLIC_ORIGIN", "http://localhost:3000/desk"],
    ["PUBLIC_ORIGIN", "http://me:secret@localhost:3000"],
    ["DATABASE_URL", "mysql://localhost/desk"],
    ["DATABASE_DIRECT_URL", "postgres://me@localhost/desk"],
    ["SPOOL_BYTES_MAX", "4 GiB"],
    ["SPOOL_BYTES_MAX", "1048575"],
    ["DRAIN_SECONDS", "-1"],
    ["DRAIN_SECONDS", "301"],
    ["DATABASE_URL", "localhost"],
    ["SESSION_KEYS", "no-colon"],
    ["SESSION_KEYS", "k1:short"],
    ["SESSION_KEYS", `a:${"x".repeat(32)},a:${"y".repeat(32)}`],
    ["VAULT_KEYS", "k1:dGVu"],
    ["VAULT_KEYS", "k1:%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"],
    ["GATEWAY_HOSTS", "https://gateway.example.com"],
    ["GATEWAY_HOSTS", "a:1,,b:2"],
    ["GATEWAY_HOSTS", "host:99999"],
    ["FORWARD_HOSTS", "http://127.0.0.1:4100/notify"],
    ["TRUSTED_PROXIES", "proxy.example"],
    ["MIGRATE", "on"],
    ["SANDBOX", "yes"],
    ["SANDBOX_TRANSACTIONS", "10000001"],
    ["SANDBOX_TRANSACTIONS", "-1"],
    ["SANDBOX_MERCHANTS", "0"],
    ["SANDBOX_MERCHANTS", "10001"],
    ["SYNC_CALLS_PER_SECOND", "0"],
    ["SYNC_CONCURRENCY", "101"],
    ["SANDBOX_LIVE", "true"],
  ];

  it.each(mistakes)("in %s (%s) is one line that begins with its name and says how to correct it", (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} .+[;:] .+`));
    expect(lines[0]).not.toContain("\n");
  });

  it.each(["JOURNAL_DIR", "WAL_ARCHIVE_DIR"])("in %s is a folder that is lost with DATA_DIR", (name) => {
    const DATA_DIR = path.join(folder, "data");
    for (const inside of [DATA_DIR, `${DATA_DIR}/`, path.join(DATA_DIR, "..x"), path.join(folder, "x", "..", "data", "y")]) {
      expect(problems({ DATA_DIR, [name]: inside })).toEqual([
        `${name} is in DATA_DIR, and both would be lost together; name a folder on another disk.`,
      ]);
    }
    for (const outside of [folder, `${DATA_DIR}-other`, path.join(folder, "..data"), "/elsewhere"]) {
      expect(problems({ DATA_DIR, [name]: outside })).toEqual([]);
    }
  });

  it("never shows the secret it is about", () => {
    expect(problems({ SESSION_KEYS: "k1:hunter2", VAULT_KEYS: "k1:hunter2" }).join()).not.toContain("hunter2");
    expect(problems({ DATABASE_URL: "mysql://me:hunter2@localhost/x" }).join()).not.toContain("hunter2");
  });

  it("does not hide others: all are reported together, including missing keys and an unwritable folder", () => {
    const lines = problems({
      PORT: "x",
      SANDBOX: "maybe",
      PUBLIC_ORIGIN: "https://desk.example.com",
      DATA_DIR: "/dev/null/data",
    });
    expect(lines.map((line) => line.split(" ", 1)[0]).sort()).toEqual([
      "DATA_DIR",
      "PORT",
      "SANDBOX",
      "SESSION_KEYS",
      "VAULT_KEYS",
    ]);
  });

  it("is an origin without https that is not this machine: sign-in cookies would never be sent", () => {
    expect(problems({ PUBLIC_ORIGIN: "http://desk.example.com", ...keys })).toHaveLength(1);
    for (const origin of ["http://localhost", "http://127.0.0.1:3000", "http://[::1]:3000", "http://desk.localhost:3000"]) {
      expect(problems({ PUBLIC_ORIGIN: origin })).toEqual([]);
    }
  });

  it.runIf(process.getuid?.() !== 0)("is a DATA_DIR that is not writable", () => {
    mkdirSync(path.join(folder, "closed"));
    chmodSync(path.join(folder, "closed"), 0o500);
    expect(problems({ DATA_DIR: path.join(folder, "closed", "data") })[0]).toMatch(/^DATA_DIR cannot be written .*; give/);
  });

  it("is a DATA_DIR that is a file or lies below one", () => {
    writeFileSync(path.join(folder, "file"), "");
    expect(problems({ DATA_DIR: path.join(folder, "file") })[0]).toMatch(/^DATA_DIR cannot be written .*; give/);
    expect(problems({ DATA_DIR: path.join(folder, "file", "below") })[0]).toMatch(/^DATA_DIR cannot be written .*; give/);
  });
});

describe("generated keys", () => {
  const file = () => path.join(folder, "data", "keys.json");

  it("are created once, readable by their owner only, and never change", () => {
    const first = load();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(first.vaultKeys[0]?.key).toHaveLength(32);
    expect(first.sessionKeys[0]?.secret).toHaveLength(64);
    expect(load()).toEqual(first);
    expect(readdirSync(path.dirname(file()))).toEqual(["keys.json"]);
  });

  it("fill in only what is not given", () => {
    const { VAULT_KEYS } = keys;
    const settings = load({ VAULT_KEYS });
    expect(settings.vaultKeys[0]?.id).toBe("v");
    expect(settings.sessionKeys).toEqual(load().sessionKeys);
  });

  it("never replace damaged ones, since their encrypted values would be lost", () => {
    load();
    for (const damaged of ["", "{}", "not json", '{"sessionKeys":"k1:x","vaultKeys":"k1:x"}']) {
      writeFileSync(file(), damaged);
      expect(problems({})).toEqual([expect.stringMatching(/^DATA_DIR holds a damaged keys\.json .*restore it from a backup/)]);
      expect(readFileSync(file(), "utf8")).toBe(damaged);
    }
  });

  it("are not created for a public origin, where they must be set", () => {
    expect(problems({ PUBLIC_ORIGIN: "https://desk.example.com" }).map((line) => line.split(" ", 1)[0])).toEqual([
      "SESSION_KEYS",
      "VAULT_KEYS",
    ]);
    expect(existsSync(file())).toBe(false);
  });
});
