import { expect, test } from "vitest";
import { longestTasks } from "./longest-tasks.ts";

test("only tasks of a page's main thread count, the longest first", () => {
  const main = { pid: 1, tid: 2 };
  const traceEvents = [
    { name: "thread_name", ph: "M", ...main, args: { name: "CrRendererMain" } },
    { name: "thread_name", ph: "M", pid: 1, tid: 3, args: { name: "Compositor" } },
    { name: "RunTask", ph: "X", ...main, dur: 4_000 },
    { name: "ThreadControllerImpl::RunTask", ph: "X", ...main, dur: 12_500 },
    { name: "FunctionCall", ph: "X", ...main, dur: 90_000 },
    { name: "RunTask", ph: "X", pid: 1, tid: 3, dur: 80_000 },
  ];
  expect(longestTasks(Buffer.from(JSON.stringify({ traceEvents })))).toEqual([12.5, 4]);
});
