// HEALTHCHECK of the container image, which has no curl: exits with 0 when the probe answers 200 within 4 seconds.
// `node deploy/healthcheck.mjs /api/ready` for a web process, `/api/ready?for=notify` for a receiver.
const [probe = "/api/health"] = process.argv.slice(2);
const { ok } = await fetch(`http://localhost:${process.env.PORT || 3000}${probe}`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => ({ ok: false }),
);
process.exit(ok ? 0 : 1);
