import { describe, expect, inject, it } from "vitest";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { DatabaseAwayError, openDatabase } from "./open-database.ts";

describe("the embedded database", () => {
  it("says at each start what it is unfit for, unless the origin is localhost", async () => {
    const printedFor = async (isLocalOrigin: boolean) => {
      const printed: string[] = [];
      const settings = { databaseUrl: undefined, dataDir: "/dev/null/nowhere", isLocalOrigin };
      await expect(openDatabase(settings, (message) => void printed.push(message))).rejects.toThrow("ENOTDIR");
      return printed;
    };
    expect(await printedFor(false)).toEqual([
      expect.stringMatching(/^The embedded PostgreSQL is made for trials: .+ DATABASE_URL/),
    ]);
    expect(await printedFor(true)).toEqual([]);
  });
});

describe("DATABASE_URL", () => {
  it("is used as given when its server answers", async () => {
    const databaseUrl = inject("clusterUrl");
    const database = await openDatabase({ databaseUrl, dataDir: "/nowhere" });
    expect(database.url).toBe(databaseUrl);
    await database.close();
  });

  it("of a server that does not flush what it commits is named in one line", async () => {
    const printed: string[] = [];
    const databaseUrl = inject("clusterUrl");
    const database = await openDatabase({ databaseUrl, dataDir: "/nowhere" }, (message) => void printed.push(message));
    await database.close();
    expect(printed).toEqual([expect.stringMatching(/^The PostgreSQL of DATABASE_URL has fsync, full_page_writes off: /)]);
  });

  it("that nobody answers, or that names the wrong password or database, is one line without the password", async () => {
    const known = new URL(inject("clusterUrl"));
    const away = `postgres://desk:hunter2@127.0.0.1:${await freePort()}/desk`;
    const wrongPassword = Object.assign(new URL(known), { password: "hunter2" }).href;
    const wrongDatabase = Object.assign(new URL(known), { pathname: "/hunter3" }).href;
    for (const databaseUrl of [away, wrongPassword, wrongDatabase]) {
      const error = await openDatabase({ databaseUrl, dataDir: "/nowhere" }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DatabaseAwayError);
      expect(String(error)).toMatch(/DATABASE_URL cannot be used \(.+\); start that PostgreSQL, mend the address/);
      expect(String(error)).not.toMatch(/\n|hunter2/);
    }
  });

  it("that nobody answers is no error for what can wait, but a wrong password is", async () => {
    const away = `postgres://desk@127.0.0.1:${await freePort()}/desk`;
    expect((await openDatabase({ databaseUrl: away, dataDir: "/nowhere" }, undefined, { mayBeAway: true })).url).toBe(away);
    const databaseUrl = Object.assign(new URL(inject("clusterUrl")), { password: "hunter2" }).href;
    const wrong = openDatabase({ databaseUrl, dataDir: "/nowhere" }, undefined, { mayBeAway: true });
    await expect(wrong).rejects.toThrow(DatabaseAwayError);
  });
});
