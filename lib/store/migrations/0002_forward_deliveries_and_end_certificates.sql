ALTER TABLE "notify_certificate" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forward" ADD CONSTRAINT "forward_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward" DROP COLUMN "last_seen";