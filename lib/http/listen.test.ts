import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { checkFree, ListenError, listen } from "./listen.ts";

describe("listening", () => {
  it("on a port in use fails with one line that names the setting and the solution, also when checked before", async () => {
    const port = await freePort();
    const place = { host: "127.0.0.1", port };
    await expect(checkFree(place)).resolves.toBeUndefined();
    const holder = createServer();
    onTestFinished(() => void holder.close());
    await listen(holder, place);
    const words = `PORT ${port} is in use on 127.0.0.1; stop the program that holds it or set PORT to another number.`;
    await expect(checkFree(place)).rejects.toEqual(new ListenError(words));
    await expect(listen(createServer(), place)).rejects.toThrow(words);
  });

  it("on an address of another machine fails with a message about HOST", async () => {
    await expect(checkFree({ host: "192.0.2.1", port: 3000 })).rejects.toThrow(
      /^HOST 192\.0\.2\.1 is not an address of this machine; set HOST/,
    );
    await expect(checkFree({ host: "no-such-host.invalid", port: 3000 })).rejects.toThrow(
      /^HOST no-such-host\.invalid is not an address/,
    );
  });
});
