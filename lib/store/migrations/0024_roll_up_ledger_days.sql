CREATE TABLE "ledger_currency_day" (
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	CONSTRAINT "ledger_currency_day_key" PRIMARY KEY("merchant_id","currency","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_month" (
	"facet_id" integer NOT NULL,
	"month" date NOT NULL,
	"rows" bigint NOT NULL,
	"credit_minor" numeric NOT NULL,
	"debit_minor" numeric NOT NULL,
	CONSTRAINT "ledger_month_key" PRIMARY KEY("facet_id","month")
);
--> statement-breakpoint
INSERT INTO "ledger_month" SELECT facet_id, date_trunc('month', day)::date, sum(rows), sum(credit_minor), sum(debit_minor)
FROM ledger_day GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "ledger_currency_day" SELECT merchant_id, currency, day, sum(rows), sum(credit_minor), sum(debit_minor)
FROM ledger_day JOIN ledger_facet ON ledger_facet.id = facet_id GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION roll_up_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came constant text := 'SELECT facet_id, day, rows, credit_minor, debit_minor FROM came';
  went constant text := 'SELECT facet_id, day, -rows AS rows, -credit_minor AS credit_minor, -debit_minor AS debit_minor FROM went';
  changed constant text := CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN went ELSE came || ' UNION ALL ' || went END;
BEGIN
  EXECUTE format('INSERT INTO ledger_month AS held (facet_id, month, rows, credit_minor, debit_minor)
    SELECT facet_id, date_trunc(''month'', day)::date, sum(rows), sum(credit_minor), sum(debit_minor) FROM (%s) changed
    GROUP BY 1, 2 HAVING sum(rows) <> 0 OR sum(credit_minor) <> 0 OR sum(debit_minor) <> 0 ORDER BY 1, 2
    ON CONFLICT (facet_id, month) DO UPDATE SET rows = held.rows + excluded.rows,
      credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor', changed);
  EXECUTE format('INSERT INTO ledger_currency_day AS held (merchant_id, currency, day, rows, credit_minor, debit_minor)
    SELECT merchant_id, currency, day, sum(rows), sum(credit_minor), sum(debit_minor) FROM (%s) changed
    JOIN ledger_facet ON ledger_facet.id = facet_id
    GROUP BY 1, 2, 3 HAVING sum(rows) <> 0 OR sum(credit_minor) <> 0 OR sum(debit_minor) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, currency, day) DO UPDATE SET rows = held.rows + excluded.rows,
      credit_minor = held.credit_minor + excluded.credit_minor, debit_minor = held.debit_minor + excluded.debit_minor', changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER rolled_up_came AFTER INSERT ON ledger_day REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_ledger_days();
--> statement-breakpoint
CREATE TRIGGER rolled_up_changed AFTER UPDATE ON ledger_day REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_ledger_days();
--> statement-breakpoint
CREATE TRIGGER rolled_up_went AFTER DELETE ON ledger_day REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION roll_up_ledger_days();
