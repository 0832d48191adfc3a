CREATE TABLE "playbooks" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"digest" text NOT NULL,
	"run" text,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"apps" text[] NOT NULL,
	"terms" text[] NOT NULL,
	"derived_format" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "playbooks_apps" ON "playbooks" USING gin ("apps");--> statement-breakpoint
CREATE INDEX "playbooks_terms" ON "playbooks" USING gin ("terms");