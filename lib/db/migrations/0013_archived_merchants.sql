ALTER TABLE "merchant" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "archived_by" text;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "archived_sync" jsonb;