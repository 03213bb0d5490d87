/** What the gateway was asked since it started. */
export type Tally = {
  calls: number;
  sessions: number;
  /** Pages of transactions. */
  lists: number;
  /** Sign-ins that were refused, by client id. */
  refused: Record<string, number>;
  /** Merchants of whom a list of transactions was read, and when last, in ms. */
  readAt: Record<string, number>;
  /** How many lists were read that had been read already within the last minute. */
  readTwice: number;
};

/** Any sooner and it was no new round. */
const againMs = 60_000;

/** Merchants are named by their client ids; which of them a call is for is known from its session. */
export function createTally() {
  const tally: Tally = { calls: 0, sessions: 0, lists: 0, refused: {}, readAt: {}, readTwice: 0 };
  const clientOf = new Map<string, string>();
  const lists = new Map<string, number>();

  const noteList = (request: Request) => {
    const client = clientOf.get(request.headers.get("x-session") ?? "");
    if (client === undefined) return;
    const now = Date.now();
    tally.lists += 1;
    tally.readAt[client] = now;
    const { pathname, searchParams } = new URL(request.url);
    const key = `${client} ${pathname} ${searchParams}`;
    if (now - (lists.get(key) ?? 0) < againMs) tally.readTwice += 1;
    lists.set(key, now);
  };
  const noteSession = async (request: Request, response: Response) => {
    tally.sessions += 1;
    const { client_id: client } = (await request.json()) as { client_id: string };
    const body = (await response.clone().json()) as { session?: string };
    if (body.session === undefined) tally.refused[client] = (tally.refused[client] ?? 0) + 1;
    else clientOf.set(body.session, client);
  };
  return {
    begin(request: Request): (response: Response) => Promise<Response> {
      tally.calls += 1;
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/transactions")) noteList(request);
      return async (response) => {
        if (pathname.endsWith("/session")) await noteSession(request, response);
        return response;
      };
    },
    read: (): Tally => tally,
  };
}
