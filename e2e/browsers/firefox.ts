import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProcess } from "./browser-process.ts";
import { type Driver, windowSize, zone } from "./driver.ts";
import { remoteDriver } from "./remote-driver.ts";

/** Nothing is requested but what the page asks for. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "intl.accept_languages": "en-GB",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,none",
  "toolkit.telemetry.enabled": false,
};

/** Debian's Firefox over WebDriver BiDi, which it speaks itself. */
export async function openFirefox(file: string): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), "counterfoil-firefox-"));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(path.join(profile, "user.js"), lines.join(""));
  const size = [`--width=${windowSize.width}`, `--height=${windowSize.height}`];
  const browser = startProcess(
    file,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", ...size, "about:blank"],
    { env: { ...process.env, TZ: zone, HOME: profile } },
  );
  const close = async () => {
    await browser.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const address = await browser.untilPrinted(/WebDriver BiDi listening on (ws:\S+)/);
    return await drive(await connect(`${address}/session`), close);
  } catch (error) {
    await close();
    throw error;
  }
}

type Send = <Result>(method: string, params: object) => Promise<Result>;
type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string };

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    const asked = waiting.get(answer.id ?? 0);
    waiting.delete(answer.id ?? 0);
    if (answer.type === "success") asked?.resolve(answer.result);
    else asked?.reject(new Error(`${answer.error}: ${answer.message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox closed the connection."));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`${url} does not answer.`)));
  });
  return <Result>(method: string, params: object) =>
    new Promise<Result>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve: (result) => resolve(result as Result), reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
}

type CallResult = { type: string; result?: { value: string }; exceptionDetails?: { text: string } };

async function drive(send: Send, close: () => Promise<void>): Promise<Driver> {
  await send("session.new", { capabilities: {} });
  // The window it opens with never has the focus: then Enter and the space bar activate no button.
  const { context } = await send<{ context: string }>("browsingContext.create", { type: "window" });
  await send("browsingContext.activate", { context });
  await send("browsingContext.setViewport", { context, viewport: windowSize });
  return remoteDriver({
    navigate: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    call: async (source, text) => {
      const { result, exceptionDetails } = await send<CallResult>("script.callFunction", {
        functionDeclaration: source,
        arguments: [{ type: "string", value: text }],
        awaitPromise: true,
        target: { context },
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return result.value;
    },
    perform: async (actions) => {
      await send("input.performActions", { context, actions });
    },
    screenshot: async () => (await send<{ data: string }>("browsingContext.captureScreenshot", { context })).data,
    close,
  });
}
