type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; args?: { name?: string; data?: unknown } };

/** Duration of each task of the pages' main threads in ms, longest first, from a Chromium trace. */
export function longestTasks(trace: Buffer): number[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString("utf8"));
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === "X" && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`))
    .map(({ dur = 0 }) => dur / 1_000)
    .sort((left, right) => right - left);
}
