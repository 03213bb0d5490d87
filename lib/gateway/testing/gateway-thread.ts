import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** A gateway in a thread of its own, so that it responds while the test's event loop is blocked. */
const { refused, answerAfterMs } = workerData as { refused: string[]; answerAfterMs: number };
const counts = { token: 0, sessions: 0, refused: 0 };

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const answer = (status: number, value: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.url === "/counts") return answer(200, counts);
  if (request.url === "/api/v1/oauth/token") {
    counts.token += 1;
    await delay(answerAfterMs);
    return answer(200, { access_token: `t${counts.token}`, expires_in: 3600 });
  }
  if (request.url === "/api/v1/auth/session") {
    const { client_id: id } = JSON.parse(body) as { client_id: string };
    counts.sessions += 1;
    if (refused.includes(id)) {
      counts.refused += 1;
      return answer(400, { title: "Bad Request" });
    }
    return answer(200, { session: `s-${id}`, expires_in: 360 });
  }
  return answer(200, { items: [], page: 1, page_size: 100, total_pages: 0, total_count: 0, has_next_page: false });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address ? address.port : 0);
});
