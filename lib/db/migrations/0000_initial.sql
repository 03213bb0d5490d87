-- As drizzle-kit derives it from lib/db/schema, but for PARTITION BY, which it cannot express.

CREATE TABLE "alert" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"not_kept" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"actor" text NOT NULL,
	"act" text NOT NULL,
	"environment" text,
	"merchant" text,
	"target" text,
	"sealed_detail" "bytea",
	"peer" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_anchor" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"rows" bigint NOT NULL,
	"last_hash" text NOT NULL,
	"signature" text NOT NULL
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
	"credential_set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"credential_set_by" text NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "field_sighting" (
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_sighting_once" PRIMARY KEY("environment","name")
);
--> statement-breakpoint
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
	"sealed_url" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_probe" (
	"environment" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"merchant" text,
	"calls" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"requested_by" text
);
--> statement-breakpoint
CREATE TABLE "gateway_profile" (
	"environment" text NOT NULL,
	"merchant" text DEFAULT '' NOT NULL,
	"question" text NOT NULL,
	"source" text NOT NULL,
	"answer" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"evidence" text,
	"set_by" text,
	"contradictions" bigint DEFAULT 0 NOT NULL,
	"contradicted_at" timestamp with time zone,
	"contradicted_by" jsonb,
	"contradiction_evidence" text,
	CONSTRAINT "gateway_profile_environment_merchant_question_source_pk" PRIMARY KEY("environment","merchant","question","source")
);
--> statement-breakpoint
CREATE TABLE "identity_integration" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"seq" bigint NOT NULL,
	"failed_attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_attempt_count" integer GENERATED ALWAYS AS (jsonb_array_length("failed_attempts")) STORED NOT NULL,
	"people_wait_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_pair" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"failed_attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_attempt_count" integer GENERATED ALWAYS AS (jsonb_array_length("failed_attempts")) STORED NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"proven_mark" text,
	"inflight_until" timestamp with time zone,
	"attempt" text,
	"held" "bytea",
	"cached_attempt" text,
	"cached_seq" bigint,
	"cached_until" timestamp with time zone,
	"cached_life_ms" integer,
	"cached_bound" text,
	"cached_scope" text,
	"cached_at" timestamp with time zone,
	"forced_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error_at" timestamp with time zone,
	"last_error" jsonb
);
--> statement-breakpoint
CREATE TABLE "delivery_outbox" (
	"merchant_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"delivery_id" uuid NOT NULL,
	"acts" boolean NOT NULL,
	CONSTRAINT "delivery_outbox_order" PRIMARY KEY("merchant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "delivery_problem" (
	"delivery_id" uuid NOT NULL,
	"step" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_problem_once" PRIMARY KEY("delivery_id","step")
);
--> statement-breakpoint
CREATE TABLE "delivery_text" (
	"delivery_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "delivery_text_once" PRIMARY KEY("delivery_id","environment")
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "unverified_number" (
	"delivery_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unverified_number_once" PRIMARY KEY("delivery_id","field","value")
);
--> statement-breakpoint
CREATE TABLE "reconciliation" (
	"delivery_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"gateway_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"agrees" boolean,
	"asks" boolean DEFAULT false NOT NULL,
	"environment" text NOT NULL,
	"attempt" text NOT NULL,
	"matched_by" text,
	"transaction_id" text,
	"reference" text,
	"gateway" text DEFAULT 'waiting' NOT NULL,
	"gateway_problem" text,
	CONSTRAINT "reconciliation_once" PRIMARY KEY("delivery_id","environment")
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "ledger_kind_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_kind_day" (
	"kind_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_kind_day_key" PRIMARY KEY("kind_id","day")
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
CREATE TABLE "lookup_list" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"references" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"pair_id" text,
	"secret_mark" text,
	"search_text" text GENERATED ALWAYS AS (' ' || lower(regexp_replace(regexp_replace(normalize(slug || ' ' || name, NFKD), '[\u0300-\u036f]+', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "merchant_environment_slug" UNIQUE("environment","slug")
);
--> statement-breakpoint
CREATE TABLE "ledger_checkpoint" (
	"merchant_id" uuid NOT NULL,
	"account" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"page" integer NOT NULL,
	"rows" integer NOT NULL,
	"page_size" integer NOT NULL,
	"zone" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_checkpoint_key" PRIMARY KEY("merchant_id","account","from_day","to_day")
);
--> statement-breakpoint
CREATE TABLE "ledger_sync" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"recent_read_at" timestamp with time zone,
	"history_read_at" timestamp with time zone,
	"history_due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"viewed_at" timestamp with time zone,
	"waited_at" timestamp with time zone,
	"rows_per_day" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"holder" uuid,
	"cached_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_budget" (
	"environment" text PRIMARY KEY NOT NULL,
	"rate" double precision NOT NULL,
	"calls" double precision DEFAULT 0 NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp with time zone,
	"lowered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"state" text NOT NULL,
	"checked_day" date,
	"rows" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"days_done" integer DEFAULT 0 NOT NULL,
	"days_total" integer NOT NULL,
	"differing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"requested_by" text NOT NULL,
	"holder" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text NOT NULL,
	"text" "bytea" NOT NULL,
	"author_id" uuid NOT NULL,
	"author_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"amount_minor" bigint,
	"answer_ms" double precision NOT NULL,
	"body_bytes" integer NOT NULL,
	"seen" integer DEFAULT 1 NOT NULL,
	"answer_status" integer NOT NULL,
	"genuine_refused" boolean DEFAULT false NOT NULL,
	"conflict" boolean DEFAULT false NOT NULL,
	"environment" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" "bytea" NOT NULL,
	"peer" text,
	"method" text,
	"order_id" text,
	"trnref" text,
	"currency" text,
	"identifiers" text,
	"verdict" text NOT NULL,
	"reasons" text[] NOT NULL,
	"key_id" text,
	"rejection" jsonb,
	"field_order" jsonb,
	"answer_body" text NOT NULL,
	CONSTRAINT "delivery_once" PRIMARY KEY("id","environment")
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "delivery_key" (
	"endpoint_id" uuid NOT NULL,
	"sha256" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "delivery_key_once" PRIMARY KEY("endpoint_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "event_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"reading" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"other_id" uuid,
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
	"ends_at" timestamp with time zone,
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
	"field_order" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notify_endpoint_change" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"xid" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reference_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "reference_key_once" PRIMARY KEY("endpoint_id","hash")
);
--> statement-breakpoint
CREATE TABLE "refused_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "refused_key_once" PRIMARY KEY("endpoint_id","hash")
);
--> statement-breakpoint
CREATE TABLE "refused_store" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overview_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
	"amount_minor" numeric DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overview_day" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"amount_minor" numeric NOT NULL,
	CONSTRAINT "overview_day_key" PRIMARY KEY("merchant_id","fact","day","kind","detail","currency")
);
--> statement-breakpoint
CREATE TABLE "overview_environment_day" (
	"environment" text NOT NULL,
	"fact" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"amount_minor" numeric NOT NULL,
	CONSTRAINT "overview_environment_day_key" PRIMARY KEY("environment","fact","day","kind","detail","currency")
);
--> statement-breakpoint
CREATE TABLE "payment_notice" (
	"delivery_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"amount_minor" bigint,
	"delay_seconds" integer,
	"environment" text NOT NULL,
	"paid_with" text NOT NULL,
	"card_brand" text NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "payment_notice_once" PRIMARY KEY("delivery_id","environment")
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "money_returned" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"target" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
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
	"operator_code" text,
	"sealed_intent" "bytea",
	"gateway_payment_id" text,
	"identifiers" text,
	"sealed_record" "bytea",
	"problem" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_operation" (
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
	CONSTRAINT "payment_operation_once" UNIQUE("merchant_id","act","key")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"note" jsonb,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_check" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_complete" boolean NOT NULL,
	"note" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_name" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention" (
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"days" integer,
	"kept_from" date,
	"last_run_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "retention_key" PRIMARY KEY("environment","kind")
);
--> statement-breakpoint
CREATE TABLE "retention_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"kept_from" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"removed" bigint DEFAULT 0 NOT NULL,
	"months" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"problem" text
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
	"sealed" "bytea",
	CONSTRAINT "sandbox_record_key" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"merchants" text[],
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"staff_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_step" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"tries_left" bigint NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"provider_subject" text,
	"totp" "bytea",
	"totp_pending" "bytea",
	"totp_step" bigint,
	"language" text,
	"hides_get_started" boolean DEFAULT false NOT NULL,
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
	"user_agent" text DEFAULT '' NOT NULL,
	"peer" text,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"is_presenting" boolean DEFAULT false NOT NULL,
	"view_as" text
);
--> statement-breakpoint
CREATE TABLE "ledger_day" (
	"facet_id" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_day_key" PRIMARY KEY("facet_id","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_facet" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind_id" integer DEFAULT 0 NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"terminal_id" text,
	"is_folded" boolean DEFAULT false NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	CONSTRAINT "ledger_facet_once" UNIQUE NULLS NOT DISTINCT("merchant_id","type","sign","currency","account_number","terminal_id","is_folded")
);
--> statement-breakpoint
CREATE TABLE "ledger_kind" (
	"id" serial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"currency" text NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	"amount_min" bigint,
	"amount_max" bigint,
	CONSTRAINT "ledger_kind_once" UNIQUE NULLS NOT DISTINCT("environment","type","sign","currency","is_folded")
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
	"is_complete" boolean DEFAULT true NOT NULL,
	"without_account" boolean DEFAULT false NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "ledger_read_key" PRIMARY KEY("merchant_id","from_day","to_day","is_complete")
);
--> statement-breakpoint
CREATE TABLE "transaction" (
	"merchant_id" uuid NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"amount_minor" bigint,
	"amount_rank" bigint GENERATED ALWAYS AS (coalesce(amount_minor, '-9223372036854775808'::bigint)) STORED NOT NULL,
	"facet_id" integer NOT NULL,
	"kind_id" integer NOT NULL,
	"day" date NOT NULL,
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"reference" text,
	"occurred_at_text" text NOT NULL,
	"type" text,
	"sign" text NOT NULL,
	"amount_text" text NOT NULL,
	"currency" text NOT NULL,
	"account_number" text,
	"terminal_id" text,
	"reference_number" text,
	"pan" text,
	"identifiers" text,
	"sealed" "bytea" NOT NULL,
	"content_mark" text NOT NULL
) PARTITION BY LIST ("environment");
--> statement-breakpoint
CREATE TABLE "transaction_key" (
	"merchant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transaction_key_once" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "list_columns" (
	"staff_id" uuid NOT NULL,
	"list" text NOT NULL,
	"columns" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_columns_staff_id_list_pk" PRIMARY KEY("staff_id","list")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid,
	"name" text NOT NULL,
	"search" "bytea" NOT NULL,
	"moving_days" text,
	"columns" text[],
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forward" ADD CONSTRAINT "forward_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forward_target" ADD CONSTRAINT "forward_target_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_certificate" ADD CONSTRAINT "notify_certificate_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_once" ON "alert" USING btree ("environment","rule","subject") WHERE "alert"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX "alert_list" ON "alert" USING btree ("environment","status","last_seen_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","at");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "audit_anchor_last" ON "audit_anchor" USING btree ("last_id");--> statement-breakpoint
CREATE INDEX "forward_due" ON "forward" USING btree ("endpoint_id","due_at") WHERE "forward"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "forward_order" ON "forward" USING btree ("endpoint_id","order_hash","seq");--> statement-breakpoint
CREATE INDEX "forward_latest" ON "forward" USING btree ("endpoint_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forward_list" ON "forward" USING btree ("endpoint_id","state","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forward_tried" ON "forward" USING btree ("endpoint_id","tried_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "identity_pair_stopped" ON "identity_pair" USING btree ("environment") WHERE "identity_pair"."state" = 'open' or "identity_pair"."failed_attempt_count" >= 2;--> statement-breakpoint
CREATE INDEX "identity_pair_environment" ON "identity_pair" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "delivery_text_words" ON "delivery_text" USING gin ("words");--> statement-breakpoint
CREATE INDEX "unverified_number_find" ON "unverified_number" USING btree ("environment","value","received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "unverified_number_merchant" ON "unverified_number" USING btree ("merchant_id","value","received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_due" ON "reconciliation" USING btree ("next_at") WHERE "reconciliation"."next_at" is not null and not "reconciliation"."asks";--> statement-breakpoint
CREATE INDEX "reconciliation_asks" ON "reconciliation" USING btree ("environment","merchant_id") WHERE "reconciliation"."asks";--> statement-breakpoint
CREATE INDEX "reconciliation_transaction" ON "reconciliation" USING btree ("merchant_id","transaction_id") WHERE "reconciliation"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_open" ON "reconciliation" USING btree ("merchant_id") WHERE "reconciliation"."transaction_id" is null;--> statement-breakpoint
CREATE INDEX "reconciliation_mismatch" ON "reconciliation" USING btree ("environment","merchant_id") WHERE "reconciliation"."agrees" = false;--> statement-breakpoint
CREATE INDEX "reconciliation_attempt" ON "reconciliation" USING btree ("environment","attempt","merchant_id") WHERE "reconciliation"."attempt" <> 'paid';--> statement-breakpoint
CREATE INDEX "live_event_order" ON "live_event" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "live_event_at" ON "live_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "lookup_list_expires" ON "lookup_list" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ledger_day_merchant" ON "ledger_day" USING btree ("merchant_id","day","kind_id","rows","credit_minor","debit_minor");--> statement-breakpoint
CREATE INDEX "ledger_facet_account" ON "ledger_facet" USING btree ("environment","account_number");--> statement-breakpoint
CREATE INDEX "ledger_facet_terminal" ON "ledger_facet" USING btree ("environment","terminal_id");--> statement-breakpoint
CREATE INDEX "ledger_kind_change_day" ON "ledger_kind_change" USING btree ("kind_id","day");--> statement-breakpoint
CREATE INDEX "merchant_name" ON "merchant" USING btree ("environment","name","slug");--> statement-breakpoint
CREATE INDEX "merchant_pair" ON "merchant" USING btree ("pair_id");--> statement-breakpoint
CREATE INDEX "ledger_sync_due" ON "ledger_sync" USING btree ("environment","due_at") WHERE "ledger_sync"."recent_read_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_sync_never" ON "ledger_sync" USING btree ("environment","due_at") WHERE "ledger_sync"."recent_read_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_sync_history" ON "ledger_sync" USING btree ("environment","history_due_at") WHERE "ledger_sync"."history_read_at" is null and "ledger_sync"."recent_read_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_sync_viewed" ON "ledger_sync" USING btree ("environment","viewed_at") WHERE "ledger_sync"."viewed_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_sync_read" ON "ledger_sync" USING btree ("environment","recent_read_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_sync_problem" ON "ledger_sync" USING btree ("environment","merchant_id") WHERE "ledger_sync"."problem" is not null;--> statement-breakpoint
CREATE INDEX "sync_run_merchant" ON "sync_run" USING btree ("merchant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sync_run_due" ON "sync_run" USING btree ("due_at") WHERE "sync_run"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "note_subject" ON "note" USING btree ("merchant_id","subject_key","created_at");--> statement-breakpoint
CREATE INDEX "notify_endpoint_change_xid" ON "notify_endpoint_change" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "delivery_merchant_time" ON "delivery" USING btree ("merchant_id","received_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "delivery_environment_time" ON "delivery" USING btree ("received_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "delivery_rare" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."method" is distinct from 'IPCPurchaseNotify';--> statement-breakpoint
CREATE INDEX "delivery_environment_rare" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."method" is distinct from 'IPCPurchaseNotify';--> statement-breakpoint
CREATE INDEX "delivery_conflict" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."conflict";--> statement-breakpoint
CREATE INDEX "delivery_environment_conflict" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."conflict";--> statement-breakpoint
CREATE INDEX "delivery_repeated" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."seen" > 1;--> statement-breakpoint
CREATE INDEX "delivery_environment_repeated" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."seen" > 1;--> statement-breakpoint
CREATE INDEX "delivery_identifiers" ON "delivery" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "delivery_order" ON "delivery" USING btree (hashtextextended("endpoint_id"::uuid::text || "order_id", 0)) WHERE "delivery"."verdict" = 'valid' and "delivery"."event_id" = "delivery"."id";--> statement-breakpoint
CREATE INDEX "delivery_order_other" ON "delivery" USING btree (hashtextextended("endpoint_id"::uuid::text || "order_id", 0),"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."event_id" <> "delivery"."id";--> statement-breakpoint
CREATE INDEX "delivery_endpoint_seen" ON "delivery" USING btree ("endpoint_id","last_seen_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "delivery_unverified" ON "delivery" USING btree ("endpoint_id","seq") WHERE "delivery"."verdict" <> 'valid' and not "delivery"."genuine_refused";--> statement-breakpoint
CREATE INDEX "delivery_genuine_refused" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."genuine_refused";--> statement-breakpoint
CREATE INDEX "delivery_environment_genuine_refused" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."genuine_refused";--> statement-breakpoint
CREATE INDEX "refused_key_delivery" ON "refused_key" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "notify_endpoint_merchant" ON "notify_endpoint" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "overview_day_empty" ON "overview_day" USING btree ("merchant_id") WHERE "overview_day"."rows" = 0;--> statement-breakpoint
CREATE INDEX "payment_notice_paid" ON "payment_notice" USING btree ("merchant_id","paid_with","card_brand");--> statement-breakpoint
CREATE INDEX "payment_notice_delay" ON "payment_notice" USING btree ("merchant_id","delay_seconds");--> statement-breakpoint
CREATE INDEX "money_returned_staff" ON "money_returned" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "money_returned_target" ON "money_returned" USING btree ("target");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_terminal_reference" ON "payment" USING btree ("environment","terminal_id","reference_number");--> statement-breakpoint
CREATE INDEX "payment_merchant_time" ON "payment" USING btree ("merchant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_environment_time" ON "payment" USING btree ("environment","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_original" ON "payment" USING btree ("original_id");--> statement-breakpoint
CREATE INDEX "payment_identifiers" ON "payment" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "payment_open" ON "payment" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "payment_operation_payment" ON "payment_operation" USING btree ("payment_id","state");--> statement-breakpoint
CREATE INDEX "payment_event_payment" ON "payment_event" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_check_payment" ON "payment_check" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "retention_run_latest" ON "retention_run" USING btree ("environment","kind","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sandbox_record_time" ON "sandbox_record" USING btree ("kind","group","at","key");--> statement-breakpoint
CREATE INDEX "sandbox_record_due" ON "sandbox_record" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "invitation_created" ON "invitation" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sign_in_try_at" ON "sign_in_try" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "transaction_time" ON "transaction" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "transaction_merchant_time" ON "transaction" USING btree ("merchant_id","occurred_at");--> statement-breakpoint
CREATE INDEX "transaction_facet_time" ON "transaction" USING btree ("facet_id","occurred_at","amount_rank");--> statement-breakpoint
CREATE INDEX "transaction_kind_time" ON "transaction" USING btree ("kind_id","occurred_at");--> statement-breakpoint
CREATE INDEX "transaction_amount" ON "transaction" USING btree ("amount_rank","occurred_at","kind_id","facet_id");--> statement-breakpoint
CREATE INDEX "transaction_reference" ON "transaction" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "transaction_identifiers" ON "transaction" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("staff_id","environment",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_default" ON "saved_view" USING btree ("staff_id","environment",coalesce("merchant_id"::text, '')) WHERE "saved_view"."is_default";--> statement-breakpoint
CREATE INDEX "saved_view_merchant" ON "saved_view" USING btree ("merchant_id");
