/** Requests to the gateway since its start. */
export type Tally = {
  calls: number;
  sessions: number;
  /** Pages of transactions. */
  lists: number;
  /** Rejected sign-ins, by client id. */
  refused: Record<string, number>;
  /** Merchants whose transaction list was read, with the time of the last read in ms. */
  readAt: Record<string, number>;
  /** Number of lists that had already been read within the last minute. */
  readTwice: number;
};

/** A shorter interval is not a new round. */
const againMs = 60_000;

/** Merchants are identified by their client ids; the session of a call identifies its merchant. */
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
