import { compileMessage } from "#lib/core/compile-messages.ts";
import formatCompiled from "#lib/core/format-message.ts";

type Parameters = [key: string, message: ReturnType<typeof compileMessage>, ...rest: FormatRest];
type FormatRest = typeof formatCompiled extends (key: string, message: never, ...rest: infer Rest) => unknown ? Rest : never;

const kept = new Map<string, ReturnType<typeof compileMessage>>();

/** In the server's bundle in the place of next-intl's own: pages have compiled texts, e-mails and files those of `messages/`. */
export default function formatMessage(...[key, message, ...rest]: Parameters) {
  return formatCompiled(key, typeof message === "string" ? compiledOnce(message) : message, ...rest);
}
formatMessage.raw = false;

function compiledOnce(text: string): ReturnType<typeof compileMessage> {
  const compiled = kept.get(text) ?? compileMessage(text);
  kept.set(text, compiled);
  return compiled;
}
