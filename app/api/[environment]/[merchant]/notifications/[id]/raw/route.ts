import { staffRoute } from "#lib/server/route.ts";
import { readRawBody } from "#lib/services/notifications/read-raw-body.ts";

/** As an attachment and never as HTML: the body is whatever a stranger sent. */
export const GET = staffRoute(
  { role: "support", isAudited: true },
  async ({ ctx, params: { environment, merchant = "", id = "" }, request }) => {
    const reason = new URL(request.url).searchParams.get("reason") ?? "api";
    const body = await readRawBody(ctx, { environment, merchant, id, reason });
    return new Response(new Uint8Array(body), {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename="notification-${id}.txt"`,
      },
    });
  },
);
