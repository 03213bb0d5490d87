import "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test takes two seconds or more; the list of slow tests shows it. */
    slow?: string;
  }
}
