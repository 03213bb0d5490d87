import path from "node:path";

// In Next's bundles import.meta.dirname is not this folder, so it is found from the project root.
export const migrationsFolder = path.join(process.cwd(), "lib", "db", "migrations");
