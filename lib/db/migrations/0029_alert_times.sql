ALTER TABLE "alert" ADD COLUMN "begins_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "acknowledged_at" timestamp with time zone;