/** The overhead of Next itself. */
export function POST(): Response {
  return new Response("OK", { headers: { "content-type": "text/plain; charset=utf-8" } });
}
