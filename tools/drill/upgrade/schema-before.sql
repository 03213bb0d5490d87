-- The schema of the version before, as commit d68aefab makes it on an empty database (its migrations 0000 to 0005), with the
-- journal of its migrations. Never changed: it is what installations out there have.

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
CREATE TABLE "field_sighting" (
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_sighting_once" PRIMARY KEY("environment","name")
);
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
CREATE TABLE "forward_target" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"sealed_url" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
CREATE TABLE "gateway_probe" (
	"environment" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"merchant" text,
	"calls" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"requested_by" text
);
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
CREATE TABLE "identity_integration" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"seq" bigint NOT NULL,
	"failed_attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failed_attempt_count" integer GENERATED ALWAYS AS (jsonb_array_length("failed_attempts")) STORED NOT NULL,
	"people_wait_until" timestamp with time zone
);
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
CREATE TABLE "delivery_outbox" (
	"merchant_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"delivery_id" uuid NOT NULL,
	"acts" boolean NOT NULL,
	CONSTRAINT "delivery_outbox_order" PRIMARY KEY("merchant_id","seq")
);
CREATE TABLE "delivery_problem" (
	"delivery_id" uuid NOT NULL,
	"step" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_problem_once" PRIMARY KEY("delivery_id","step")
);
CREATE TABLE "delivery_text" (
	"delivery_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "delivery_text_once" PRIMARY KEY("delivery_id","environment")
) PARTITION BY LIST ("environment");
CREATE TABLE "unverified_number" (
	"delivery_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unverified_number_once" PRIMARY KEY("delivery_id","field","value")
);
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
CREATE TABLE "live_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "lookup_list" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"references" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
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
CREATE TABLE "sync_budget" (
	"environment" text PRIMARY KEY NOT NULL,
	"rate" double precision NOT NULL,
	"calls" double precision DEFAULT 0 NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp with time zone,
	"lowered_at" timestamp with time zone
);
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
CREATE TABLE "delivery_key" (
	"endpoint_id" uuid NOT NULL,
	"sha256" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "delivery_key_once" PRIMARY KEY("endpoint_id","sha256")
);
CREATE TABLE "event_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"reading" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"other_id" uuid,
	CONSTRAINT "event_key_once" PRIMARY KEY("endpoint_id","hash")
);
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
CREATE TABLE "notify_endpoint_change" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"xid" "xid8" NOT NULL
);
CREATE TABLE "quarantine" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
CREATE TABLE "reference_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "reference_key_once" PRIMARY KEY("endpoint_id","hash")
);
CREATE TABLE "refused_key" (
	"endpoint_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "refused_key_once" PRIMARY KEY("endpoint_id","hash")
);
CREATE TABLE "refused_store" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
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
CREATE TABLE "money_returned" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"target" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE "payment_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"note" jsonb,
	"at" timestamp with time zone NOT NULL
);
CREATE TABLE "payment_check" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_complete" boolean NOT NULL,
	"note" jsonb NOT NULL
);
CREATE TABLE "person_name" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
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
CREATE TABLE "sandbox_counter" (
	"name" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
CREATE TABLE "sandbox_record" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"group" text NOT NULL,
	"at" bigint NOT NULL,
	"tag" text NOT NULL,
	"sealed" "bytea",
	CONSTRAINT "sandbox_record_key" PRIMARY KEY("kind","key")
);
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE "recovery_code" (
	"staff_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
CREATE TABLE "sign_in_step" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"tries_left" bigint NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "sign_in_try" (
	"key" text PRIMARY KEY NOT NULL,
	"left" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
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
CREATE TABLE "ledger_lease" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
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
CREATE TABLE "transaction_key" (
	"merchant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transaction_key_once" PRIMARY KEY("merchant_id","id")
);
CREATE TABLE "list_columns" (
	"staff_id" uuid NOT NULL,
	"list" text NOT NULL,
	"columns" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_columns_staff_id_list_pk" PRIMARY KEY("staff_id","list")
);
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
ALTER TABLE "forward" ADD CONSTRAINT "forward_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "forward_target" ADD CONSTRAINT "forward_target_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notify_certificate" ADD CONSTRAINT "notify_certificate_endpoint_id_notify_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."notify_endpoint"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "alert_once" ON "alert" USING btree ("environment","rule","subject") WHERE "alert"."status" <> 'resolved';
CREATE INDEX "alert_list" ON "alert" USING btree ("environment","status","last_seen_at" DESC NULLS LAST);
CREATE INDEX "audit_at" ON "audit" USING btree ("at");
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","at");
CREATE INDEX "audit_target" ON "audit" USING btree ("target","id");
CREATE INDEX "audit_anchor_last" ON "audit_anchor" USING btree ("last_id");
CREATE INDEX "forward_due" ON "forward" USING btree ("endpoint_id","due_at") WHERE "forward"."state" = 'pending';
CREATE INDEX "forward_order" ON "forward" USING btree ("endpoint_id","order_hash","seq");
CREATE INDEX "forward_latest" ON "forward" USING btree ("endpoint_id","seq" DESC NULLS LAST);
CREATE INDEX "forward_list" ON "forward" USING btree ("endpoint_id","state","seq" DESC NULLS LAST);
CREATE INDEX "forward_tried" ON "forward" USING btree ("endpoint_id","tried_at" DESC NULLS LAST);
CREATE INDEX "identity_pair_stopped" ON "identity_pair" USING btree ("environment") WHERE "identity_pair"."state" = 'open' or "identity_pair"."failed_attempt_count" >= 2;
CREATE INDEX "identity_pair_environment" ON "identity_pair" USING btree ("environment");
CREATE INDEX "delivery_text_words" ON "delivery_text" USING gin ("words");
CREATE INDEX "unverified_number_find" ON "unverified_number" USING btree ("environment","value","received_at" DESC NULLS FIRST);
CREATE INDEX "unverified_number_merchant" ON "unverified_number" USING btree ("merchant_id","value","received_at" DESC NULLS FIRST);
CREATE INDEX "reconciliation_due" ON "reconciliation" USING btree ("next_at") WHERE "reconciliation"."next_at" is not null and not "reconciliation"."asks";
CREATE INDEX "reconciliation_asks" ON "reconciliation" USING btree ("environment","merchant_id") WHERE "reconciliation"."asks";
CREATE INDEX "reconciliation_transaction" ON "reconciliation" USING btree ("merchant_id","transaction_id") WHERE "reconciliation"."transaction_id" is not null;
CREATE INDEX "reconciliation_open" ON "reconciliation" USING btree ("merchant_id") WHERE "reconciliation"."transaction_id" is null;
CREATE INDEX "reconciliation_mismatch" ON "reconciliation" USING btree ("environment","merchant_id") WHERE "reconciliation"."agrees" = false;
CREATE INDEX "reconciliation_attempt" ON "reconciliation" USING btree ("environment","attempt","merchant_id") WHERE "reconciliation"."attempt" <> 'paid';
CREATE INDEX "live_event_order" ON "live_event" USING btree ("xid","id");
CREATE INDEX "live_event_at" ON "live_event" USING btree ("at");
CREATE INDEX "lookup_list_expires" ON "lookup_list" USING btree ("expires_at");
CREATE INDEX "ledger_day_merchant" ON "ledger_day" USING btree ("merchant_id","day","kind_id","rows","credit_minor","debit_minor");
CREATE INDEX "ledger_facet_account" ON "ledger_facet" USING btree ("environment","account_number");
CREATE INDEX "ledger_facet_terminal" ON "ledger_facet" USING btree ("environment","terminal_id");
CREATE INDEX "ledger_kind_change_day" ON "ledger_kind_change" USING btree ("kind_id","day");
CREATE INDEX "merchant_name" ON "merchant" USING btree ("environment","name","slug");
CREATE INDEX "merchant_pair" ON "merchant" USING btree ("pair_id");
CREATE INDEX "ledger_sync_due" ON "ledger_sync" USING btree ("environment","due_at") WHERE "ledger_sync"."recent_read_at" is not null;
CREATE INDEX "ledger_sync_never" ON "ledger_sync" USING btree ("environment","due_at") WHERE "ledger_sync"."recent_read_at" is null;
CREATE INDEX "ledger_sync_history" ON "ledger_sync" USING btree ("environment","history_due_at") WHERE "ledger_sync"."history_read_at" is null and "ledger_sync"."recent_read_at" is not null;
CREATE INDEX "ledger_sync_viewed" ON "ledger_sync" USING btree ("environment","viewed_at") WHERE "ledger_sync"."viewed_at" is not null;
CREATE INDEX "ledger_sync_read" ON "ledger_sync" USING btree ("environment","recent_read_at" DESC NULLS LAST);
CREATE INDEX "ledger_sync_problem" ON "ledger_sync" USING btree ("environment","merchant_id") WHERE "ledger_sync"."problem" is not null;
CREATE INDEX "sync_run_merchant" ON "sync_run" USING btree ("merchant_id","created_at" DESC NULLS FIRST);
CREATE INDEX "sync_run_due" ON "sync_run" USING btree ("due_at") WHERE "sync_run"."state" in ('queued', 'running');
CREATE INDEX "note_subject" ON "note" USING btree ("merchant_id","subject_key","created_at");
CREATE INDEX "notify_endpoint_change_xid" ON "notify_endpoint_change" USING btree ("xid");
CREATE INDEX "delivery_merchant_time" ON "delivery" USING btree ("merchant_id","received_at" NULLS FIRST);
CREATE INDEX "delivery_environment_time" ON "delivery" USING btree ("received_at" NULLS FIRST);
CREATE INDEX "delivery_rare" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."method" is distinct from 'IPCPurchaseNotify';
CREATE INDEX "delivery_environment_rare" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."method" is distinct from 'IPCPurchaseNotify';
CREATE INDEX "delivery_conflict" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."conflict";
CREATE INDEX "delivery_environment_conflict" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."conflict";
CREATE INDEX "delivery_repeated" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."seen" > 1;
CREATE INDEX "delivery_environment_repeated" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."seen" > 1;
CREATE INDEX "delivery_identifiers" ON "delivery" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);
CREATE INDEX "delivery_order" ON "delivery" USING btree (hashtextextended("endpoint_id"::uuid::text || "order_id", 0)) WHERE "delivery"."verdict" = 'valid' and "delivery"."event_id" = "delivery"."id";
CREATE INDEX "delivery_order_other" ON "delivery" USING btree (hashtextextended("endpoint_id"::uuid::text || "order_id", 0),"seq" DESC NULLS LAST) WHERE "delivery"."verdict" <> 'valid' or "delivery"."event_id" <> "delivery"."id";
CREATE INDEX "delivery_endpoint_seen" ON "delivery" USING btree ("endpoint_id","last_seen_at" NULLS FIRST);
CREATE INDEX "delivery_unverified" ON "delivery" USING btree ("endpoint_id","seq") WHERE "delivery"."verdict" <> 'valid' and not "delivery"."genuine_refused";
CREATE INDEX "delivery_genuine_refused" ON "delivery" USING btree ("merchant_id","received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."genuine_refused";
CREATE INDEX "delivery_environment_genuine_refused" ON "delivery" USING btree ("received_at" DESC NULLS LAST,"seq" DESC NULLS LAST) WHERE "delivery"."genuine_refused";
CREATE INDEX "refused_key_delivery" ON "refused_key" USING btree ("delivery_id");
CREATE INDEX "notify_endpoint_merchant" ON "notify_endpoint" USING btree ("merchant_id");
CREATE INDEX "overview_day_empty" ON "overview_day" USING btree ("merchant_id") WHERE "overview_day"."rows" = 0;
CREATE INDEX "payment_notice_paid" ON "payment_notice" USING btree ("merchant_id","paid_with","card_brand");
CREATE INDEX "payment_notice_delay" ON "payment_notice" USING btree ("merchant_id","delay_seconds");
CREATE INDEX "money_returned_staff" ON "money_returned" USING btree ("staff_id","at");
CREATE INDEX "money_returned_target" ON "money_returned" USING btree ("target");
CREATE UNIQUE INDEX "payment_terminal_reference" ON "payment" USING btree ("environment","terminal_id","reference_number");
CREATE INDEX "payment_merchant_time" ON "payment" USING btree ("merchant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "payment_environment_time" ON "payment" USING btree ("environment","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "payment_original" ON "payment" USING btree ("original_id");
CREATE INDEX "payment_identifiers" ON "payment" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);
CREATE INDEX "payment_open" ON "payment" USING btree ("status","updated_at");
CREATE INDEX "payment_operation_payment" ON "payment_operation" USING btree ("payment_id","state");
CREATE INDEX "payment_event_payment" ON "payment_event" USING btree ("payment_id","id");
CREATE INDEX "payment_check_payment" ON "payment_check" USING btree ("payment_id","id");
CREATE INDEX "retention_run_latest" ON "retention_run" USING btree ("environment","kind","id" DESC NULLS LAST);
CREATE INDEX "sandbox_record_time" ON "sandbox_record" USING btree ("kind","group","at","key");
CREATE INDEX "sandbox_record_due" ON "sandbox_record" USING btree ("kind","at");
CREATE INDEX "invitation_created" ON "invitation" USING btree ("created_at");
CREATE INDEX "sign_in_try_at" ON "sign_in_try" USING btree ("at");
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");
CREATE INDEX "transaction_time" ON "transaction" USING btree ("occurred_at");
CREATE INDEX "transaction_merchant_time" ON "transaction" USING btree ("merchant_id","occurred_at");
CREATE INDEX "transaction_facet_time" ON "transaction" USING btree ("facet_id","occurred_at","amount_rank");
CREATE INDEX "transaction_kind_time" ON "transaction" USING btree ("kind_id","occurred_at");
CREATE INDEX "transaction_amount" ON "transaction" USING btree ("amount_rank","occurred_at","kind_id","facet_id");
CREATE INDEX "transaction_reference" ON "transaction" USING btree ("reference");
CREATE INDEX "transaction_identifiers" ON "transaction" USING gin (array_to_tsvector(string_to_array("identifiers", E'\n'))) WITH (fastupdate=false);
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("staff_id","environment",lower("name"));
CREATE UNIQUE INDEX "saved_view_default" ON "saved_view" USING btree ("staff_id","environment",coalesce("merchant_id"::text, '')) WHERE "saved_view"."is_default";
CREATE INDEX "saved_view_merchant" ON "saved_view" USING btree ("merchant_id");

-- What drizzle-kit cannot derive from lib/db/schema: partitions, functions and triggers.

-- Partitions
-- An environment has its own partition and below it one for each month, so that a month that is no longer kept is dropped at once.

CREATE FUNCTION "attach_partition"("parent" text, "name" text, "bounds" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
	PERFORM pg_advisory_xact_lock(4242010);
	IF EXISTS (SELECT FROM pg_class WHERE relname = name AND relnamespace = current_schema()::regnamespace) THEN RETURN; END IF;
	-- Attaching it locks less than making it in its place would.
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED)', name, parent);
	EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', parent, name, bounds);
END $$;

-- Partitions of the ledger

CREATE TABLE "transaction_sandbox" PARTITION OF "transaction" FOR VALUES IN ('sandbox') PARTITION BY RANGE ("occurred_at");
CREATE TABLE "transaction_demo" PARTITION OF "transaction" FOR VALUES IN ('demo') PARTITION BY RANGE ("occurred_at");
CREATE TABLE "transaction_production" PARTITION OF "transaction" FOR VALUES IN ('production') PARTITION BY RANGE ("occurred_at");

-- Makes the month of a time when its first row comes; times before 2000 and from 2100 on share one partition each.

CREATE FUNCTION "ensure_transaction_month"("of_environment" text, "of_time" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	in_utc timestamp := of_time AT TIME ZONE 'UTC';
	first_month timestamp := '2000-01-01';
	end_month timestamp := '2100-01-01';
	parent text := 'transaction_' || of_environment;
	starts timestamp := date_trunc('month', in_utc);
BEGIN
	IF in_utc < first_month THEN
		PERFORM attach_partition(parent, parent || '_early', format('FROM (MINVALUE) TO (%L)', first_month || '+00'));
	ELSIF in_utc >= end_month THEN
		PERFORM attach_partition(parent, parent || '_late', format('FROM (%L) TO (MAXVALUE)', end_month || '+00'));
	ELSE
		PERFORM attach_partition(parent, parent || to_char(starts, '_YYYYMM'),
			format('FROM (%L) TO (%L)', starts || '+00', (starts + interval '1 month') || '+00'));
	END IF;
END $$;

-- Partitions of what was received
-- Identifiers of deliveries begin with the time of arrival. What belongs to no month that was made is in the partition `other`:
-- nothing received is ever refused for want of a partition.

CREATE FUNCTION "first_id_at"("of_time" timestamp with time zone) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT (lpad(to_hex((extract(epoch FROM of_time) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the month of a time ahead of it. One of which rows have come already stays without: they are where they are.

CREATE FUNCTION "ensure_delivery_month"("of_environment" text, "of_time" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	starts timestamp := date_trunc('month', of_time AT TIME ZONE 'UTC');
	first uuid := first_id_at(starts AT TIME ZONE 'UTC');
	ends uuid := first_id_at((starts + interval '1 month') AT TIME ZONE 'UTC');
	parent text;
	is_late boolean;
BEGIN
	IF to_regclass(quote_ident('delivery_' || of_environment || to_char(starts, '_YYYYMM'))) IS NOT NULL THEN RETURN; END IF;
	EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id >= $1 AND id < $2)', 'delivery_' || of_environment || '_other')
		INTO is_late USING first, ends;
	IF is_late THEN RETURN; END IF;
	FOREACH parent IN ARRAY ARRAY['payment_notice_', 'reconciliation_', 'delivery_text_', 'delivery_'] LOOP
		parent := parent || of_environment;
		PERFORM attach_partition(parent, parent || to_char(starts, '_YYYYMM'), format('FROM (%L) TO (%L)', first, ends));
	END LOOP;
END $$;

DO $$
DECLARE
	parent text;
	of_environment text;
	name text;
BEGIN
	FOREACH parent IN ARRAY ARRAY['delivery', 'delivery_text', 'reconciliation', 'payment_notice'] LOOP
		-- The self-test's samples arrive in no environment.
		EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_elsewhere', parent);
	END LOOP;
	FOREACH of_environment IN ARRAY ARRAY['sandbox', 'demo', 'production'] LOOP
		FOREACH parent IN ARRAY ARRAY['delivery', 'delivery_text', 'reconciliation', 'payment_notice'] LOOP
			name := parent || '_' || of_environment;
			EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES IN (%L) PARTITION BY RANGE (%I)',
				name, parent, of_environment, CASE parent WHEN 'delivery' THEN 'id' ELSE 'delivery_id' END);
			EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', name || '_other', name);
		END LOOP;
		PERFORM ensure_delivery_month(of_environment, now());
		PERFORM ensure_delivery_month(of_environment, now() + interval '1 month');
	END LOOP;
END $$;

-- What was derived from deliveries goes with them. It has no foreign keys: those would keep months from being dropped.

CREATE FUNCTION "forget_derived"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids constant uuid[] := ARRAY(SELECT id FROM went);
	derived text;
BEGIN
	FOREACH derived IN ARRAY ARRAY['payment_notice', 'reconciliation', 'delivery_text', 'unverified_number', 'delivery_problem'] LOOP
		IF cardinality(ids) <= 1000 THEN
			-- Planned with the values, only for the months that these are of.
			EXECUTE format('DELETE FROM %I WHERE delivery_id = ANY ($1)', derived) USING ids;
		ELSE
			EXECUTE format('DELETE FROM %I USING went WHERE delivery_id = went.id', derived);
		END IF;
	END LOOP;
	RETURN NULL;
END $$;

CREATE TRIGGER "forget_derived" AFTER DELETE ON "delivery" REFERENCING OLD TABLE AS went
	FOR EACH STATEMENT EXECUTE FUNCTION "forget_derived"();

-- Marks events that contradict each other. Apart from what stores deliveries, which so touches this month alone.

CREATE FUNCTION "mark_conflict"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'UPDATE delivery SET conflict = true WHERE id = ANY ($1) AND NOT conflict' USING ids;
END $$;

-- Refunds
-- Two refunds that are stored at the same moment must not give back more than was paid, and none is stored beside a reversal that was or may have been done.

CREATE FUNCTION "payment_refund_within_original"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	paid bigint;
	given bigint;
BEGIN
	SELECT amount_minor INTO paid FROM "payment"
		WHERE id = NEW.original_id AND kind = 'payment' AND merchant_id = NEW.merchant_id AND currency = NEW.currency FOR UPDATE;
	IF TG_OP = 'INSERT' AND NEW.status NOT IN ('failed', 'rejected', 'canceled') AND EXISTS (SELECT FROM "payment_operation"
		WHERE payment_id = NEW.original_id AND act LIKE 'reversal:%' AND state <> 'failed') THEN
		paid := NULL;
	END IF;
	SELECT coalesce(sum(amount_minor), 0) INTO given FROM "payment"
		WHERE original_id = NEW.original_id AND id <> NEW.id AND status NOT IN ('failed', 'rejected', 'canceled');
	IF paid IS NULL OR given + NEW.amount_minor > paid THEN
		RAISE EXCEPTION 'a refund exceeds what is left of its payment'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_within_original', TABLE = 'payment';
	END IF;
	RETURN NEW;
END $$;

CREATE TRIGGER "payment_refund_within_original" BEFORE INSERT OR UPDATE OF amount_minor, original_id, kind, currency, merchant_id ON "payment"
	FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION "payment_refund_within_original"();

-- A reversal takes back the whole payment: none beside a refund or another reversal that was or may have been done. Looked at when
-- the transaction ends, so that a key that is taken stays no error.

CREATE FUNCTION "payment_reversal_of_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "payment" WHERE id = NEW.payment_id FOR UPDATE;
	IF EXISTS (SELECT FROM "payment" WHERE original_id = NEW.payment_id AND status NOT IN ('failed', 'rejected', 'canceled'))
		OR EXISTS (SELECT FROM "payment_operation" WHERE payment_id = NEW.payment_id AND id <> NEW.id AND act LIKE 'reversal:%' AND state <> 'failed') THEN
		RAISE EXCEPTION 'a payment of which something was given back cannot be reversed'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_reversal_of_whole', TABLE = 'payment_operation';
	END IF;
	RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "payment_reversal_of_whole" AFTER INSERT ON "payment_operation" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.act LIKE 'reversal:%' AND NEW.state <> 'failed') EXECUTE FUNCTION "payment_reversal_of_whole"();

-- Sums of the ledger
-- A list of all merchants reads sums of the whole environment. Many merchants are written at once, so each change of a day is noted
-- in its own transaction and folded into these sums a moment later: nobody waits for another one's row.

CREATE FUNCTION ledger_facet_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    SELECT id INTO NEW.kind_id FROM ledger_kind WHERE environment = NEW.environment AND type IS NOT DISTINCT FROM NEW.type
      AND sign = NEW.sign AND currency = NEW.currency AND is_folded = NEW.is_folded;
    EXIT WHEN FOUND;
    INSERT INTO ledger_kind (environment, type, sign, currency, is_folded)
      VALUES (NEW.environment, NEW.type, NEW.sign, NEW.currency, NEW.is_folded)
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_facet_of_kind BEFORE INSERT ON ledger_facet
  FOR EACH ROW EXECUTE FUNCTION ledger_facet_of_kind();

CREATE FUNCTION note_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came constant text := 'SELECT * FROM came';
  went constant text := 'SELECT facet_id, merchant_id, kind_id, day, -rows AS rows, -credit_minor AS credit_minor, -debit_minor AS debit_minor,
    amount_min, amount_max, first_at, last_at FROM went';
  changed constant text := CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN went ELSE came || ' UNION ALL ' || went END;
BEGIN
  EXECUTE format('INSERT INTO ledger_kind_change (kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
    SELECT kind_id, day, sum(rows), sum(credit_minor), sum(debit_minor), min(amount_min), max(amount_max), min(first_at), max(last_at)
    FROM (%s) changed GROUP BY 1, 2', changed);
  RETURN NULL;
END $$;

CREATE TRIGGER noted_came AFTER INSERT ON ledger_day REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();

CREATE TRIGGER noted_changed AFTER UPDATE ON ledger_day REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();

CREATE TRIGGER noted_went AFTER DELETE ON ledger_day REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();

-- Counts of the overview
-- What is stored, corrected or removed is counted in its own transaction, so that nothing is counted twice or not at all.

-- Days of every zone are made of whole quarters of an hour.
CREATE FUNCTION overview_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01T00:00:00Z')
$$;

-- Delays are counted by their length, since no sum gives a median.
CREATE FUNCTION overview_delay(seconds integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN seconds <= 5 THEN '5' WHEN seconds <= 15 THEN '15' WHEN seconds <= 60 THEN '60' WHEN seconds <= 300 THEN '300'
    WHEN seconds <= 1800 THEN '1800' WHEN seconds <= 7200 THEN '7200' ELSE 'more' END
$$;

-- Deliveries by verdict.

CREATE FUNCTION overview_deliveries_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'received', verdict, overview_quarter(received_at), count(*) FROM came GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_came AFTER INSERT ON delivery REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_came();

-- Of a table's deliveries, each counted once less: of the rows that a statement removed, or of a month that is dropped.
CREATE FUNCTION overview_less_deliveries(went text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    SELECT environment, merchant_id, ''received'', verdict, overview_quarter(received_at), -count(*) FROM %I GROUP BY 1, 2, 4, 5', went)
$$;

CREATE FUNCTION overview_deliveries_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE overview_less_deliveries('went');
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON delivery REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_went();

CREATE FUNCTION overview_delivery_judged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows) VALUES
    (OLD.environment, OLD.merchant_id, 'received', OLD.verdict, overview_quarter(OLD.received_at), -1),
    (NEW.environment, NEW.merchant_id, 'received', NEW.verdict, overview_quarter(NEW.received_at), 1);
  RETURN NULL;
END $$;

CREATE TRIGGER overview_judged AFTER UPDATE OF verdict ON delivery FOR EACH ROW
  WHEN (OLD.verdict IS DISTINCT FROM NEW.verdict) EXECUTE FUNCTION overview_delivery_judged();

-- Payment notifications by payment method and by delay.

CREATE FUNCTION overview_notices_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'paid', paid_with, card_brand, currency, overview_quarter(received_at), count(*), coalesce(sum(amount_minor), 0)
  FROM came GROUP BY 1, 2, 4, 5, 6, 7;
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'delay', overview_delay(delay_seconds), overview_quarter(received_at), count(*)
  FROM came WHERE delay_seconds IS NOT NULL GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_came AFTER INSERT ON payment_notice REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_came();

CREATE FUNCTION overview_less_notices(went text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
    SELECT environment, merchant_id, ''paid'', paid_with, card_brand, currency, overview_quarter(received_at), -count(*), -coalesce(sum(amount_minor), 0)
    FROM %1$I GROUP BY 1, 2, 4, 5, 6, 7
    UNION ALL
    SELECT environment, merchant_id, ''delay'', overview_delay(delay_seconds), '''', '''', overview_quarter(received_at), -count(*), 0
    FROM %1$I WHERE delay_seconds IS NOT NULL GROUP BY 1, 2, 4, 7', went)
$$;

CREATE FUNCTION overview_notices_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE overview_less_notices('went');
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON payment_notice REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_went();

CREATE FUNCTION overview_notice_timed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.delay_seconds IS NOT NULL THEN
    INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    VALUES (OLD.environment, OLD.merchant_id, 'delay', overview_delay(OLD.delay_seconds), overview_quarter(OLD.received_at), -1);
  END IF;
  IF NEW.delay_seconds IS NOT NULL THEN
    INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    VALUES (NEW.environment, NEW.merchant_id, 'delay', overview_delay(NEW.delay_seconds), overview_quarter(NEW.received_at), 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_timed AFTER UPDATE OF delay_seconds ON payment_notice FOR EACH ROW
  WHEN (OLD.delay_seconds IS DISTINCT FROM NEW.delay_seconds) EXECUTE FUNCTION overview_notice_timed();

-- Takes a month of deliveries, which is dropped, out of the counts; answers how many there are.
CREATE FUNCTION overview_less_month(deliveries text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  removed bigint;
BEGIN
  EXECUTE overview_less_notices(regexp_replace(deliveries, '^delivery', 'payment_notice'));
  EXECUTE overview_less_deliveries(deliveries);
  EXECUTE format('SELECT count(*) FROM %I', deliveries) INTO removed;
  RETURN removed;
END $$;

-- A notification has a delay as soon as its transaction is found.

CREATE FUNCTION payment_notice_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_notice SET delay_seconds = (
    SELECT least(greatest(extract(epoch FROM payment_notice.received_at - key.occurred_at), -86400), 31536000)::integer
    FROM transaction_key key WHERE key.merchant_id = NEW.merchant_id AND key.id = NEW.transaction_id)
  WHERE delivery_id = NEW.delivery_id AND environment = NEW.environment;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_notice_joined AFTER UPDATE OF transaction_id ON reconciliation FOR EACH ROW
  WHEN (OLD.transaction_id IS DISTINCT FROM NEW.transaction_id) EXECUTE FUNCTION payment_notice_joined();

-- Payments taken from here, by status.

CREATE FUNCTION overview_payments_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), count(*), coalesce(sum(amount_minor), 0)
  FROM came GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_came AFTER INSERT ON payment REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_came();

CREATE FUNCTION overview_payments_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), -count(*), -coalesce(sum(amount_minor), 0)
  FROM went GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON payment REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_went();

CREATE FUNCTION overview_payment_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor) VALUES
    (OLD.environment, OLD.merchant_id, 'payment', OLD.status, OLD.kind, OLD.currency, overview_quarter(OLD.created_at), -1, -OLD.amount_minor),
    (NEW.environment, NEW.merchant_id, 'payment', NEW.status, NEW.kind, NEW.currency, overview_quarter(NEW.created_at), 1, NEW.amount_minor);
  RETURN NULL;
END $$;

CREATE TRIGGER overview_moved AFTER UPDATE OF status ON payment FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION overview_payment_moved();

-- Which endpoints changed, for the receivers that hold them in memory.

CREATE FUNCTION notify_endpoint_changed(changed text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO notify_endpoint_change (endpoint_id, xid) VALUES (changed, pg_current_xact_id())
  ON CONFLICT (endpoint_id) DO UPDATE SET xid = excluded.xid
$$;

CREATE FUNCTION notify_endpoint_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON notify_endpoint
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_touched();

CREATE FUNCTION notify_endpoint_part_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(CASE WHEN TG_OP = 'DELETE' THEN OLD.endpoint_id ELSE NEW.endpoint_id END);
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON notify_certificate
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_part_touched();

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON forward_target
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_part_touched();

CREATE FUNCTION notify_endpoint_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(id) FROM notify_endpoint WHERE merchant_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_renamed AFTER UPDATE OF slug OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_renamed();

-- Background sync knows each merchant from its first moment, whoever adds it.

CREATE FUNCTION ledger_sync_follows_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_sync (merchant_id, environment) VALUES (NEW.id, NEW.environment);
  ELSE
    DELETE FROM ledger_sync WHERE merchant_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_sync_follows_merchant AFTER INSERT OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION ledger_sync_follows_merchant();

-- Other credentials or another connection may work where the last ones did not.

CREATE FUNCTION ledger_sync_tries_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'merchant' THEN
    UPDATE ledger_sync SET due_at = now(), failures = 0, problem = NULL WHERE merchant_id = NEW.id;
  ELSE
    UPDATE ledger_sync SET due_at = now(), failures = 0, problem = NULL
      WHERE environment = NEW.id AND problem IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_sync_tries_again AFTER UPDATE OF credential_fingerprint ON merchant
  FOR EACH ROW WHEN (OLD.credential_fingerprint <> NEW.credential_fingerprint)
  EXECUTE FUNCTION ledger_sync_tries_again();
CREATE TRIGGER ledger_sync_tries_again AFTER UPDATE OF credential_fingerprint, base_url ON environment
  FOR EACH ROW WHEN (OLD.credential_fingerprint <> NEW.credential_fingerprint OR OLD.base_url <> NEW.base_url)
  EXECUTE FUNCTION ledger_sync_tries_again();

CREATE TABLE "restore_delivery" (
	"delivery_id" uuid PRIMARY KEY NOT NULL
);
CREATE TABLE "restore_fence" (
	"environment" text PRIMARY KEY NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	"guards" text NOT NULL,
	"opened_at" timestamp with time zone,
	"opened_by" text
);
CREATE TABLE "restore_merchant" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"read_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"problem" jsonb,
	CONSTRAINT "restore_merchant_environment_merchant_id_pk" PRIMARY KEY("environment","merchant_id")
);
CREATE TABLE "restore_refund" (
	"environment" text NOT NULL,
	"terminal_id" text NOT NULL,
	"reference_number" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "restore_refund_environment_terminal_id_reference_number_pk" PRIMARY KEY("environment","terminal_id","reference_number")
);
CREATE INDEX "restore_merchant_tried" ON "restore_merchant" USING btree ("environment","read_at","tried_at");
CREATE INDEX "restore_refund_merchant" ON "restore_refund" USING btree ("merchant_id");

ALTER TABLE "event_key" ADD COLUMN "body" uuid;

CREATE TABLE "merchant_rhythm" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"hourly" double precision[] NOT NULL,
	"sales_per_year" integer NOT NULL,
	"learned_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"silent_since" timestamp with time zone
);
ALTER TABLE "alert" ADD COLUMN "severity" text DEFAULT 'warning' NOT NULL;
ALTER TABLE "alert" ADD COLUMN "acknowledged_by" text;
ALTER TABLE "alert" ADD COLUMN "resolved_by" text;
ALTER TABLE "alert" ADD COLUMN "comment" "bytea";
ALTER TABLE "alert" ADD COLUMN "commented_by" text;
CREATE INDEX "merchant_rhythm_check" ON "merchant_rhythm" USING btree ("check_at");
CREATE INDEX "merchant_rhythm_silent" ON "merchant_rhythm" USING btree ("environment") WHERE "merchant_rhythm"."silent_since" is not null;

CREATE INDEX "alert_subject" ON "alert" USING btree ("environment","rule","subject","changed_at");

CREATE SCHEMA drizzle;
CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES
  ('ca2991440b7b80619e3524b886ce85438324e28f820ce588f5c1585204714c5b', 1795367698312),
  ('a41fb83bc0ec744d1ee96448dfc9dcf88034f98e8321d168164404f38426ef75', 1795367700821),
  ('8a8250bcfb733291b83ae44b38459c5043490e33adee5f7d6ba0dbc177a48ecf', 1795602859171),
  ('bf017972640b52828370ac0d8eec1ec68358439f3ea3df0f58a3d6c234f52065', 1795611195816),
  ('4824f8c67de291414a8218b47d96663f1445ace774ce34b966b309abb30625c8', 1795644143535),
  ('4955dca8e47a0c65e6a7b1f890f70114c2cff47c27f6022d68c2d930fa7f3a0c', 1795644153627);
