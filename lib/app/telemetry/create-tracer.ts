import { AsyncLocalStorage } from "node:async_hooks";
import type { Span as ApiSpan, Tracer as ApiTracer } from "@opentelemetry/api";
import type { NewSpan, Span, SpanKind, Tracer } from "#lib/core/trace-span.ts";

type Api = typeof import("@opentelemetry/api");

/**
 * Our spans as OpenTelemetry's. Of an error only its class and code are told: its message may hold what somebody typed. The
 * active span is kept here and not in OpenTelemetry's context: Next would put spans of its own around the code of a request,
 * which nobody receives and which would take what is told about it, and would tell messages of errors.
 */
export function createTracer({ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }: Api, tracer: ApiTracer): Tracer {
  const kinds: Record<SpanKind, number> = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  const current = new AsyncLocalStorage<ApiSpan>();
  const start = ({ name, kind, attributes = {} }: NewSpan, parent = current.getStore()) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  const toSpan = (span: ApiSpan): Span => ({
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
  });
  const fail = (span: ApiSpan, error: unknown) => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", errorType(error));
  };
  return {
    async run(newSpan, work) {
      const span = start(newSpan);
      try {
        return await current.run(span, () => work(toSpan(span)));
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    startChild(newSpan) {
      const parent = current.getStore();
      if (!parent) return undefined;
      const span = start(newSpan, parent);
      return (error) => {
        if (error) fail(span, error);
        span.end();
      };
    },
    active() {
      const span = current.getStore();
      return span && toSpan(span);
    },
  };
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" && /^\w{1,40}$/.test(error.code) ? `.${error.code}` : "";
  return `${error.constructor.name}${code}`;
}
