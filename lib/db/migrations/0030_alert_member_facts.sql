ALTER TABLE "alert_member" ADD COLUMN "severity" text;--> statement-breakpoint
ALTER TABLE "alert_member" ADD COLUMN "begins_at" timestamp with time zone;