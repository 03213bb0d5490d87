// drizzle-kit lives in tools/, so nothing can be imported from it here.
export default {
  dialect: "postgresql",
  schema: "./lib/store/schema/*.ts",
  out: "./lib/store/migrations",
};
