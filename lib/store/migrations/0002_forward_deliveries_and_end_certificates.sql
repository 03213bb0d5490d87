CREATE TABLE "forward" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"endpoint_id" text NOT NULL,
	"order_hash" "bytea" NOT NULL,
	"mode" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"tries" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forward_target" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notify_certificate" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forward" ADD CONSTRAINT "forward_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_target" ADD CONSTRAINT "forward_target_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forward_due" ON "forward" USING btree ("endpoint_id","due_at") WHERE "forward"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "forward_order" ON "forward" USING btree ("endpoint_id","order_hash","seq");--> statement-breakpoint
CREATE INDEX "forward_list" ON "forward" USING btree ("endpoint_id","state","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forward_tried" ON "forward" USING btree ("endpoint_id","tried_at" DESC NULLS LAST);