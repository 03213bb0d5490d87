import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { toCurl, toHexLines } from "./body-part.tsx";

test("the shell hands curl exactly the received bytes, whatever they are", () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode("a='x' & b=\\n$(id) `id` é\r\n\"!"), 0xff, 0x31]);
  const command = toCurl(bytes, "http://localhost/api/notify/x")
    .replace(/^curl .*--data-binary /s, "printf %s ")
    .replace(/ 'http[^']*'$/, "");
  expect([...execFileSync("bash", ["-c", command])]).toEqual([...bytes]);
});

test("it names the address and the type the receiver asks for", () => {
  const command = toCurl(new TextEncoder().encode("IPCmethod=IPCPurchaseNotify"), "http://localhost/api/notify/x");
  expect(command).toBe(
    "curl -i -X POST -H 'content-type: application/x-www-form-urlencoded' --data-binary $'IPCmethod=IPCPurchaseNotify' 'http://localhost/api/notify/x'",
  );
});

test("bytes are shown sixteen a line with their offset, unprintable ones as dots", () => {
  const lines = toHexLines(new Uint8Array([...new TextEncoder().encode("IPCmethod=IPCPur"), 0, 255])).split("\n");
  expect(lines[0]).toBe("000000  49 50 43 6d 65 74 68 6f 64 3d 49 50 43 50 75 72  IPCmethod=IPCPur");
  expect(lines[1]).toBe(`000010  ${"00 ff".padEnd(47)}  ..`);
});
