import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { type BrowserProcess, startProcess } from "./browser-process.ts";
import { type Driver, windowSize, zone } from "./driver.ts";
import { remoteDriver } from "./remote-driver.ts";

export type WebKitPrograms = { driver: string; display: string; browser: string };

const toolbarPx = 40;

/** WebKitGTK over classic WebDriver, in a display of its own. */
export async function openWebKit({ driver, display, browser }: WebKitPrograms): Promise<Driver> {
  const started: BrowserProcess[] = [];
  const close = async () => {
    for (const program of started.toReversed()) await program.stop();
  };
  try {
    const { width, height } = windowSize;
    const screen = startProcess(display, [
      "-displayfd",
      "1",
      "-screen",
      "0",
      `${width}x${height + toolbarPx}x24`,
      "-nolisten",
      "tcp",
    ]);
    started.push(screen);
    const number = await screen.untilPrinted(/^(\d+)\n/m);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: "x11", TZ: zone, LANG: "C.UTF-8", LANGUAGE: "en_GB" };
    started.push(startProcess(driver, [`--port=${port}`], { env }));
    const origin = `http://127.0.0.1:${port}`;
    await untilAnswered(`${origin}/status`);
    const options = { binary: browser, args: ["--automation"] };
    const capabilities = {
      alwaysMatch: { "webkitgtk:browserOptions": options, timeouts: { pageLoad: waitMs, script: waitMs } },
    };
    const { sessionId } = await send<{ sessionId: string }>("POST", `${origin}/session`, { capabilities });
    const session = `${origin}/session/${sessionId}`;
    // The window has a toolbar of its own, which takes a part of its height.
    await send("POST", `${session}/window/rect`, { x: 0, y: 0, width, height: height + toolbarPx });
    return drive(session, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function drive(session: string, close: () => Promise<void>): Driver {
  const post = <Result>(name: string, body: object) => send<Result>("POST", `${session}/${name}`, body);
  return remoteDriver({
    navigate: async (url) => {
      await post("url", { url });
    },
    call: (source, text) => post<string>("execute/sync", { script: `return (${source})(arguments[0])`, args: [text] }),
    perform: async (actions) => {
      await post("actions", { actions });
    },
    screenshot: () => send<string>("GET", `${session}/screenshot`),
    close: async () => {
      await send("DELETE", session).catch(() => undefined);
      await close();
    },
  });
}

async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function untilAnswered(url: string): Promise<void> {
  const limit = AbortSignal.timeout(waitMs);
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (limit.aborted) throw new Error(`${url} does not answer.`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
