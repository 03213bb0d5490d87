import type { Driver } from "./driver.ts";
import { clickActions, type InputSource, pressActions, typeActions } from "./input-actions.ts";

/** What a WebDriver protocol, classic or BiDi, is asked for. */
export type Remote = {
  navigate(url: string): Promise<void>;
  /** Calls the source of a function of one string in the page; it resolves with a string. */
  call(source: string, text: string): Promise<string>;
  perform(sources: InputSource[]): Promise<void>;
  /** In base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
};

/** Drives a browser over a WebDriver protocol. */
export function remoteDriver(remote: Remote): Driver {
  return {
    goto: (url) => remote.navigate(url),
    run: async (work, ...args) => {
      const source = `async (text) => JSON.stringify((await (${work})(...JSON.parse(text))) ?? null)`;
      return JSON.parse(await remote.call(source, JSON.stringify(args)));
    },
    click: (point, count = 1) => remote.perform(clickActions(point, count)),
    press: (keys) => remote.perform(pressActions(keys)),
    type: (text) => remote.perform(typeActions(text)),
    screenshot: async () => Buffer.from(await remote.screenshot(), "base64"),
    close: () => remote.close(),
  };
}
