import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import connection from "../../messages/en/connection.json" with { type: "json" };
import type { Identity } from "./identity-state.ts";
import { IdentityStop } from "./identity-stop.tsx";

const oldError = "The gateway is not responding.";
const at = "2026-03-04T11:20:05.000Z";

function show(half: "token" | "session", scope: "pair" | "integration", isOwn = false): string {
  const identity: Identity = {
    ...{ state: "refused", attemptsUsed: 0, attemptsMax: 2, isProven: true, isException: false, expiresAt: null, scopes: [] },
    ...{ lastSuccessAt: at, lastError: oldError, stop: { scope, cause: "refused", at, release: "proven_try" } },
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ connection }}>
      <IdentityStop half={half} identity={identity} isOwn={isOwn} />
    </NextIntlClientProvider>,
  );
}

test.each(["token", "session"] as const)("a stop of the whole integration names no old error of the %s", (half) => {
  expect(show(half, "integration")).toContain(connection.stop.shared);
  expect(show(half, "integration")).not.toContain(oldError);
});

test("a pair's own stop shows its last error", () => {
  expect(show("session", "pair")).toContain(oldError);
});

test("who can resume it is told to those who cannot", () => {
  expect(show("token", "pair")).toContain(connection.stop.releasedByAll);
  expect(show("token", "pair", true)).not.toContain("administrator");
});
