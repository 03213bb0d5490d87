// drizzle-kit lives in tools/, so nothing can be imported from it here.
export default {
  dialect: "postgresql",
  schema: "./lib/db/schema/*.ts",
  out: "./lib/db/migrations",
};
