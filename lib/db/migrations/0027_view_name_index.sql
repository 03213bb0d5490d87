-- Those of the steps before hold for each list, and so also for a process of the version before, which has one list. The table
-- is small, and a step that waits gives up its place.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "saved_view_name";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "saved_view_default";