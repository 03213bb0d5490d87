import { withSpan } from "#lib/core/trace-span.ts";
import { pathTemplateOf } from "./call-path.ts";

type Call = { method: string; url: URL };
type Outcome = { answer: { status: number } } | { noAnswer: { kind: string } };
type Send<Sent extends Call, Result extends Outcome> = (outgoing: Sent, signal?: AbortSignal) => Promise<Result>;

/** Sends in a span of its own, which tells the address without references, and the outcome. */
export function tracedSend<Sent extends Call, Result extends Outcome>(send: Send<Sent, Result>): Send<Sent, Result> {
  return (outgoing, signal) => {
    const { method, url } = outgoing;
    const template = pathTemplateOf(url.pathname);
    const attributes = { "http.request.method": method, "server.address": url.hostname, "url.template": template };
    return withSpan({ name: `gateway ${method} ${template}`, kind: "client", attributes }, async (span) => {
      const exchange = await send(outgoing, signal);
      if ("answer" in exchange) span.set({ "http.response.status_code": exchange.answer.status });
      else span.set({ "error.type": exchange.noAnswer.kind });
      return exchange;
    });
  };
}
