CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"environment" text,
	"merchant" text,
	"target" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"peer" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "environment" (
	"id" text PRIMARY KEY NOT NULL,
	"base_url" text NOT NULL,
	"partner_id" text NOT NULL,
	"application_id" text NOT NULL,
	"client_id" "bytea" NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"credential_fingerprint" text NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identifier" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target_id" text NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identifier_key" PRIMARY KEY("merchant_id","kind","target_id","field","value")
);
--> statement-breakpoint
CREATE TABLE "identity_integration" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"seq" bigint NOT NULL,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"charged" integer GENERATED ALWAYS AS (jsonb_array_length("charges")) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_pair" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"charged" integer GENERATED ALWAYS AS (jsonb_array_length("charges")) STORED NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"proven_mark" text,
	"inflight_until" timestamp with time zone,
	"attempt" text,
	"held" "bytea",
	"held_attempt" text,
	"held_seq" bigint,
	"held_until" timestamp with time zone,
	"held_life_ms" integer,
	"held_bound" text,
	"held_scope" text,
	"held_at" timestamp with time zone,
	"forced_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "live_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"sid" text,
	"client_id" "bytea" NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"credential_fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "merchant_environment_slug" UNIQUE("environment","slug")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"endpoint_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"sha256" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"body_bytes" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"peer" text,
	"received_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"seen" integer DEFAULT 1 NOT NULL,
	"method" text,
	"order_id" text,
	"trnref" text,
	"amount_minor" bigint,
	"currency" text,
	"verdict" text NOT NULL,
	"reasons" text[] NOT NULL,
	"key_id" text,
	"answer_status" integer NOT NULL,
	"answer_body" text NOT NULL,
	"answer_ms" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_key" (
	"endpoint_id" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "delivery_key_once" PRIMARY KEY("endpoint_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "event_key" (
	"endpoint_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "event_key_once" PRIMARY KEY("endpoint_id","hash")
);
--> statement-breakpoint
CREATE TABLE "notify_certificate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" text NOT NULL,
	"label" text NOT NULL,
	"public_key_pem" text NOT NULL,
	"fingerprint" text NOT NULL,
	"key_bits" integer,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_by" text NOT NULL,
	CONSTRAINT "notify_certificate_once" UNIQUE("endpoint_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "notify_endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"sid" text NOT NULL,
	"strict_layout" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text DEFAULT 'payment' NOT NULL,
	"original_id" uuid,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"tip_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"terminal_id" text NOT NULL,
	"reference_number" text NOT NULL,
	"own_reference" text,
	"description" text,
	"operator_code" text,
	"extra" jsonb,
	"gateway_payment_id" text,
	"record" jsonb,
	"problem" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_act" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"act" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"problem" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_act_once" UNIQUE("merchant_id","act","key")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_counter" (
	"name" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_record" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"group" text NOT NULL,
	"at" bigint NOT NULL,
	"tag" text NOT NULL,
	"value" jsonb,
	CONSTRAINT "sandbox_record_key" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_try" (
	"key" text PRIMARY KEY NOT NULL,
	"left" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"merchants" text[],
	"seeded" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_lease" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_read" (
	"merchant_id" uuid NOT NULL,
	"from_day" text NOT NULL,
	"to_day" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_read_key" PRIMARY KEY("merchant_id","from_day","to_day")
);
--> statement-breakpoint
CREATE TABLE "transaction" (
	"merchant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"reference" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"occurred_at_text" text NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"amount_minor" bigint,
	"amount_text" text NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"terminal_id" text,
	"reference_number" text,
	"pan" text,
	"description" text,
	"record" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transaction_key" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "notify_certificate" ADD CONSTRAINT "notify_certificate_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","at");--> statement-breakpoint
CREATE INDEX "identifier_value" ON "identifier" USING btree ("environment","value" text_pattern_ops,"occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "identity_pair_environment" ON "identity_pair" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "live_event_order" ON "live_event" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "live_event_at" ON "live_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "delivery_merchant_seq" ON "delivery" USING btree ("merchant_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_environment_seq" ON "delivery" USING btree ("environment","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_order" ON "delivery" USING btree ("endpoint_id",left("order_id", 200));--> statement-breakpoint
CREATE INDEX "delivery_endpoint_seen" ON "delivery" USING btree ("endpoint_id","last_seen_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_unverified" ON "delivery" USING btree ("endpoint_id","seq") WHERE "delivery"."verdict" <> 'valid';--> statement-breakpoint
CREATE INDEX "notify_endpoint_merchant" ON "notify_endpoint" USING btree ("merchant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_terminal_reference" ON "payment" USING btree ("environment","terminal_id","reference_number");--> statement-breakpoint
CREATE INDEX "payment_merchant_time" ON "payment" USING btree ("merchant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_environment_time" ON "payment" USING btree ("environment","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_original" ON "payment" USING btree ("original_id");--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "payment_act_payment" ON "payment_act" USING btree ("payment_id","state");--> statement-breakpoint
CREATE INDEX "payment_event_payment" ON "payment_event" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "sandbox_record_time" ON "sandbox_record" USING btree ("kind","group","at","key");--> statement-breakpoint
CREATE INDEX "sandbox_record_due" ON "sandbox_record" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "sign_in_try_at" ON "sign_in_try" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "transaction_merchant_time" ON "transaction" USING btree ("merchant_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transaction_environment_time" ON "transaction" USING btree ("environment","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST,"merchant_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transaction_reference" ON "transaction" USING btree ("merchant_id","reference");--> statement-breakpoint
CREATE INDEX "transaction_amount" ON "transaction" USING btree ("merchant_id","amount_minor");