/** What a span may say. Never a value that somebody typed, sent or is called. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** `kind` is that of OpenTelemetry. */
export type SpanKind = "server" | "client" | "internal";

export type Span = {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
};

export type NewSpan = { name: string; kind: SpanKind; attributes?: SpanAttributes };

export type EndSpan = (error?: unknown) => void;

/** Makes the spans of this process; installed once by `lib/app/telemetry`. */
export type Tracer = {
  run<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Begins a span inside the active one; undefined without one. The function ends it. */
  startChild(span: NewSpan): EndSpan | undefined;
  /** The span that this code runs in. */
  active(): Span | undefined;
};

// On globalThis, because the front server and Next's bundles load their own copies of each module.
const key = Symbol.for("counterfoil.tracer");
const noSpan: Span = { set: () => {}, rename: () => {} };

function findTracer(): Tracer | undefined {
  return (globalThis as { [key]?: Tracer })[key];
}

export function installTracer(tracer: Tracer | undefined): void {
  Object.assign(globalThis, { [key]: tracer });
}

/** Does the work in a span of its own; without a tracer only the work. */
export function withSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  const tracer = findTracer();
  return tracer ? tracer.run(span, work) : work(noSpan);
}

export function startChildSpan(span: NewSpan): EndSpan | undefined {
  return findTracer()?.startChild(span);
}

export function activeSpan(): Span | undefined {
  return findTracer()?.active();
}
