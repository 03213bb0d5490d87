import { createPublicKey, type KeyObject, verify } from "node:crypto";
import pg from "pg";

// The least a receiver can do: verify the signature, store the body in a durable commit, say OK. Nothing of ours is in it.
let pool: pg.Pool | undefined;
let publicKey: KeyObject | undefined;

const insert = {
  name: "baseline",
  text: "insert into bench_notification (id, body) values (gen_random_uuid(), $1)",
};

export async function POST(request: Request): Promise<Response> {
  // Made by the first request: Next loads the module while it builds as well, without these settings.
  pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  publicKey ??= createPublicKey(process.env.BENCH_PUBLIC_KEY ?? "");
  const body = Buffer.from(await request.arrayBuffer());
  if (!isGenuine(body.toString(), publicKey)) return new Response("The signature does not fit.", { status: 400 });
  await pool.query({ ...insert, values: [body] });
  return new Response("OK", { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** The signature comes last and is over the base64 of all values before it, joined with "-". */
function isGenuine(form: string, key: KeyObject): boolean {
  const values = [...new URLSearchParams(form).values()];
  const signature = values.pop() ?? "";
  const signed = Buffer.from(Buffer.from(values.join("-")).toString("base64"));
  return verify("sha256", signed, key, Buffer.from(signature, "base64"));
}
