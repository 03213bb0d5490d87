import type { Settings } from "../settings/settings.ts";

const answerMs = 5_000;
const probes = ["/api/health", "/api/startup", "/api/ready", "/api/ready?for=notify"];
/** One line of Prometheus text: its labels have a fixed set of values. Buckets of histograms are left out. */
const sample = /^((?:counterfoil|nodejs|process)_\w+(?:\{[^}]*\})?) (\S+)$/;

/** What the process at HOST and PORT of these settings answers: its probes and metrics, with pools and queues. */
export async function askProcess(settings: Settings): Promise<Record<string, unknown>> {
  const origin = `http://${toNearHost(settings.host)}:${settings.port}`;
  const statuses: Record<string, number> = {};
  for (const path of probes) statuses[path] = (await ask(`${origin}${path}`)).status;
  const response = await ask(`${origin}/api/metrics`, settings.metricsToken);
  return { statuses, metrics: response.ok ? parseMetrics(await response.text()) : `Answered ${response.status}.` };
}

function ask(url: string, token?: string): Promise<Response> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return fetch(url, { ...(headers && { headers }), redirect: "manual", signal: AbortSignal.timeout(answerMs) });
}

/** As numbers, since a long one may look like a card's. */
function parseMetrics(text: string): Record<string, number> {
  const samples = text.split("\n").flatMap((line) => {
    const [, name = "", value = ""] = sample.exec(line) ?? [];
    return name === "" || /_bucket\{/.test(name) || value === "0" ? [] : [[name, Number(value)] as const];
  });
  return Object.fromEntries(samples);
}

function toNearHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
