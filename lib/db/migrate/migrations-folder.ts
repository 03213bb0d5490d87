import path from "node:path";

// Inside Next's bundles import.meta.dirname is not this folder, so it is found from the project's root.
export const migrationsFolder = path.join(process.cwd(), "lib", "db", "migrations");
